import { describe, expect, it } from "vitest";
import { faultOf, formatSpec, isValid, parseSpec } from "./spec";
import type { Parameter } from "./types";

const parameter = (
  name: string,
  kind: Parameter["kind"],
  initial: string,
  more: Partial<Parameter> = {},
): Parameter => ({
  name,
  kind,
  default: initial,
  low: null,
  high: null,
  words: null,
  help: "",
  ...more,
});

const depth = parameter("depth", "integer", "0", { low: 0, high: 128 });
const weight = parameter("weight", "number", "0.7", { low: 0, high: 1 });
const map = parameter("map", "word", "cross");
const order = parameter("order", "word", "abba", { words: ["abab", "abba"] });
const evaluator = parameter("eval", "spec", "", { words: ["discs", "none"] });

describe("specs", () => {
  it.each([
    ["pebbles", "pebbles", {}],
    ["pebbles:size=6", "pebbles", { size: "6" }],
    [" rows : width=3 , height=4", "rows", { width: "3", height: "4" }],
    [
      "alphabeta:depth=6,eval=(patterns:file=a,b=c)",
      "alphabeta",
      { depth: "6", eval: "patterns:file=a,b=c" },
    ],
    ["nets:map=(a(b)c)", "nets", { map: "a(b)c" }],
    ["x:map=(a)(b)", "x", { map: "(a)(b)" }],
    ["broken:=1,size", "broken", {}],
  ])("reads %s", (text, name, values) => {
    expect(parseSpec(text)).toEqual({ name, values });
  });

  it("writes what differs from the defaults, in their order", () => {
    const spec = { name: "p", values: { eval: "directions:cof1=0.5", weight: "0.7", depth: "4" } };
    expect(formatSpec(spec, [depth, weight, evaluator])).toBe("p:depth=4,eval=(directions:cof1=0.5)");
    expect(formatSpec({ name: "p", values: { depth: "" } }, [depth])).toBe("p");
  });

  it("reads what it has written", () => {
    const values = { depth: "4", map: "(plus)" };
    expect(parseSpec(formatSpec({ name: "p", values }, [depth, map]))).toEqual({ name: "p", values });
  });
});

describe("values", () => {
  it.each([
    [depth, "128", null],
    [depth, "129", "high"],
    [depth, "-1", "low"],
    [depth, "1.5", "number"],
    [depth, "", "number"],
    [weight, ".5", null],
    [weight, "1e-3", null],
    [weight, "2", "high"],
    [weight, "a", "number"],
    [order, "abab", null],
    [order, "baba", "words"],
    [map, "whatever", null],
    [evaluator, "directions:cof1=1", null],
  ])("of %o may be %s: %s", (one, value, fault) => {
    expect(faultOf(one, value)).toBe(fault);
  });

  it("are those of the defaults where none are given", () => {
    expect(isValid({ name: "p", values: {} }, [depth, order, evaluator])).toBe(true);
    expect(isValid({ name: "p", values: { depth: "x" } }, [depth])).toBe(false);
  });
});
