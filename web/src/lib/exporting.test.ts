import { expect, it } from "vitest";
import { gameHref, type Heading, withResult } from "./exporting";
import { parseRoute } from "./router";

const heading: Heading = {
  game: "othello",
  start: null,
  players: null,
  outcome: "first",
  termination: "resignation",
};

it("adds the result that the players gave", () => {
  expect(JSON.parse(withResult('{"game":"othello","moves":[]}\n', heading))).toEqual({
    game: "othello",
    moves: [],
    outcome: "first",
    termination: "resignation",
  });
});

it("leaves the result of the rules as it is", () => {
  const record = '{"game":"othello","moves":[],"outcome":"draw"}';
  expect(JSON.parse(withResult(record, { ...heading, termination: null }))).toMatchObject({
    outcome: "draw",
  });
  expect(withResult(record, { ...heading, outcome: null, termination: null })).toBe(`${record}\n`);
});

it("puts a game and a ply into a link", () => {
  const { page, query } = parseRoute(gameHref("mnk:k=4", "3/3/3 x", ["a1", "b2"], 1));
  expect(page).toBe("analysis");
  expect(Object.fromEntries(query)).toEqual({ game: "mnk:k=4", start: "3/3/3 x", moves: "a1 b2", ply: "1" });
});
