import { expect, test } from "vitest";
import { repeatedName } from "./repeated-name.ts";

test.each([
  ['{"a":1,"a":2}', "a"],
  ['{ "a" : 1 ,\n"b": {"a": [ {"c":{}, "c" : 1} ] } }', "b.a.0.c"],
  ['{"a":[0,[],{},"x,y",{"b":1,"b":1}]}', "a.4.b"],
  [String.raw`{"a\"":1,"\u0061\"":1}`, 'a"'],
  [String.raw`{"a\\":1,"a\\":1}`, "a\\"],
  ['{"__proto__":1,"__proto__":2}', "__proto__"],
  ['{"":1,"":2}', ""],
])("finds the repeated name in %s: %j", (json, name) => {
  expect(JSON.parse(json)).toBeTypeOf("object");
  expect(repeatedName(json)).toBe(name);
});

test.each([
  "{}",
  '{"a":"a","b":"a"}',
  '{"a":{"a":{"a":1}},"b":[{"a":1},{"a":1}]}',
  '{"a":"\\",\\"a\\":1,\\"a\\":2","b":"\\\\"}',
  '{"a":"}{","b":"][","c":",:"}',
  '{"constructor":1,"hasOwnProperty":2,"toString":3}',
  '{"a":[["a","a"],"a","a"]}',
  `{"a":${"[".repeat(100_000)}${"]".repeat(100_000)}}`,
])("finds no repeated name in %.60s", (json) => {
  expect(JSON.parse(json)).toBeTypeOf("object");
  expect(repeatedName(json)).toBeUndefined();
});
