import { expect, test } from "vitest";
import { orderedValues, serverText } from "./named-parameters.ts";

test.each<[string, string, readonly string[]]>([
  ["SELECT $vm_id", "SELECT $1", ["vm_id"]],
  ["SELECT $b, $a, $b::text", "SELECT $1, $2, $1::text", ["b", "a"]],
  ["SELECT $vm_id::text, $vm", "SELECT $1::text, $2", ["vm_id", "vm"]],
  ["SELECT '$no', $yes", "SELECT '$no', $1", ["yes"]],
  ["SELECT 'it''s $no', $yes", "SELECT 'it''s $no', $1", ["yes"]],
  ['SELECT "$no", $yes', 'SELECT "$no", $1', ["yes"]],
  ["SELECT $yes -- $no\n, $other", "SELECT $1 -- $no\n, $2", ["yes", "other"]],
  ["SELECT 1", "SELECT 1", []],
])("%s is %s for the server", (written, text, parameters) => {
  expect(serverText(written)).toEqual({ text, parameters });
});

test("a text has no numbers", () => {
  expect(() => serverText("SELECT $1, $name")).toThrow("names its parameters, and this one has $1: SELECT $1, $name");
  expect(serverText("SELECT '$1', $name").parameters).toEqual(["name"]);
});

test("values are ordered by the names, and others are left out", () => {
  const statement = { name: "vm_rename", parameters: ["vm_id", "name"] };
  expect(orderedValues(statement, { name: null, vm_id: "vm_1", other: 1 })).toEqual(["vm_1", null]);
  expect(() => orderedValues(statement, { name: "n" })).toThrow("vm_rename was given no vm_id");
  expect(orderedValues(statement, { name: undefined, vm_id: "vm_1" })).toEqual(["vm_1", null]);
  expect(orderedValues({ name: "without", parameters: [] })).toEqual([]);
});
