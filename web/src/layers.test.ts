import { expect, it } from "vitest";

const sources = import.meta.glob<string>(["./**/*.{ts,svelte}", "!./**/*.test.ts"], {
  eager: true,
  query: "?raw",
  import: "default",
});

const onlyTypes = (names: string): boolean =>
  /^type\s/.test(names) ||
  (/^\{/.test(names) &&
    names
      .slice(1, -1)
      .split(",")
      .every((one) => /^\s*(type\s|$)/.test(one)));

/** The modules that each module imports, but for types and for what is loaded later. */
function imports(): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const [module, text] of Object.entries(sources)) {
    const names = [...text.matchAll(/^\s*import\s+([^;"]*?)\s*from\s+"(\.[^"]+)"/gm)];
    const targets = names
      .filter(([, what = ""]) => !onlyTypes(what))
      .map(([, , from = ""]) => resolve(module, from));
    found.set(module, targets);
  }
  return found;
}

function resolve(module: string, from: string): string {
  const path = new URL(from, `file:///${module.slice(2)}`).pathname;
  return [`.${path}`, `.${path}.ts`].find((one) => one in sources) ?? from;
}

/** The first circle that is found, as the names along it; empty if there is none. */
function circle(graph: ReadonlyMap<string, readonly string[]>): string[] {
  const done = new Set<string>();
  const follow = (name: string, way: string[]): string[] => {
    if (way.includes(name)) return [...way.slice(way.indexOf(name)), name];
    if (done.has(name)) return [];
    for (const next of graph.get(name) ?? []) {
      const found = follow(next, [...way, name]);
      if (found.length > 0) return found;
    }
    done.add(name);
    return [];
  };
  for (const name of graph.keys()) {
    const found = follow(name, []);
    if (found.length > 0) return found;
  }
  return [];
}

const folder = (module: string): string => module.split("/").slice(0, -1).join("/");

it("has no circle of modules", () => {
  const graph = imports();
  expect(graph.get("./main.ts")).toEqual(["./App.svelte"]);
  expect(circle(graph)).toEqual([]);
});

it("has no circle of folders", () => {
  const graph = new Map<string, string[]>();
  for (const [module, targets] of imports()) {
    const others = targets.map(folder).filter((one) => one !== folder(module));
    graph.set(folder(module), [...(graph.get(folder(module)) ?? []), ...others]);
  }
  expect(circle(graph)).toEqual([]);
});
