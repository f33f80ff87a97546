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
])("the line of %s", (path, part) => {
  expect(lines[lineOf(text, path) - 1]).toContain(part);
});

test("of two lines that are alike it is the right one", () => {
  expect(lineOf(text, "listeners.0.port")).toBeGreaterThan(lineOf(text, "pools.1.targets.0.port"));
});

test("any writing of the same value will do", () => {
  expect(lineOf('{"a":[1,\n2,{"b" :\n true}]}', "a.2.b")).toBe(3);
});
