import { expect, test } from "vitest";
import { lineOf } from "./json-lines.ts";

const text = JSON.stringify(
  {
    pools: [
      { name: 'a "quoted", {odd} name', targets: [] },
      { name: "b", targets: [{ ip: "10.0.0.1", port: 80 }] },
    ],
    listeners: [{ name: "in", port: 80 }],
  },
  null,
  2,
);
const lines = text.split("\n");

test.each([
  ["pools.0.name", '"name": "a'],
  ["pools.1.targets.0.port", '"port": 80'],
  ["listeners.0.port", '"port": 80'],
  ["listeners", '"listeners": ['],
  ["pools.1.targets.0.weight", "{"],
  ["", "{"],
])("lineOf finds the line of path %j", (path, part) => {
  expect(lines[lineOf(text, path) - 1]).toContain(part);
});

test("lineOf tells two equal lines apart by their path", () => {
  expect(lineOf(text, "listeners.0.port")).toBeGreaterThan(lineOf(text, "pools.1.targets.0.port"));
});

test("lineOf works for any formatting of the JSON", () => {
  expect(lineOf('{"a":[1,\n2,{"b" :\n true}]}', "a.2.b")).toBe(3);
});
