import fc from "fast-check";
import { expect, test } from "vitest";
import { readNameServers, readSigners } from "./dns-query.ts";

/** An answer with the given counts of questions, answers and authorities. */
function answer(counts: readonly [number, number, number], body: readonly number[], flags = 0x8000): Buffer {
  const header = Buffer.alloc(12);
  header.writeUInt16BE(flags, 2);
  for (const [index, count] of counts.entries()) header.writeUInt16BE(count, 4 + 2 * index);
  return Buffer.concat([header, Buffer.from(body)]);
}

const nameOf = (name: string) => [...name.split(".").flatMap((label) => [label.length, ...Buffer.from(label)]), 0];
const record = (owner: readonly number[], data: readonly number[], type = 2) => [
  ...[...owner, 0, type, 0, 1, 0, 0, 0, 60, data.length >> 8, data.length & 0xff],
  ...data,
];

test("the name servers of a delegation are read, with names that point to earlier ones", () => {
  const question = [...nameOf("shop.example"), 0, 2, 0, 1];
  const body = [
    ...question,
    ...record([0xc0, 12], nameOf("NS1.Other.example")),
    ...record(nameOf("example"), nameOf("x")),
  ];
  expect(readNameServers(answer([1, 0, 2], body), "shop.example")).toEqual(["ns1.other.example"]);
  expect(readNameServers(answer([1, 0, 0], question, 0x8003), "shop.example")).toEqual([]);
});

test("the DS records of a name are read, and none that is cut off", () => {
  const question = [...nameOf("shop.example"), 0, 43, 0, 1];
  const of = (...data: number[]) => answer([1, 1, 0], [...question, ...record([0xc0, 12], data, 43)]);
  expect(readSigners(of(0x30, 0x39, 13, 2, 0xab, 0xcd), "shop.example")).toEqual(["12345 13 2 ABCD"]);
  expect(readSigners(of(0x30, 0x39, 13, 2, 0xab, 0xcd), "other.example")).toEqual([]);
  expect(() => readSigners(of(0x30, 0x39, 13), "shop.example")).toThrow();
});

test.each([
  ["a name that points to itself", answer([1, 0, 0], [0xc0, 12])],
  ["a record that is cut off", answer([0, 0, 1], [...nameOf("a"), 0, 2])],
  ["more records than there are", answer([0, 0, 65_535], [])],
  ["a question in place of an answer", answer([0, 0, 0], [], 0)],
  ["a refusal", answer([0, 0, 0], [], 0x8005)],
  ["nothing", Buffer.alloc(0)],
])("%s is no answer", (_, message) => {
  expect(() => readNameServers(message, "shop.example")).toThrow();
});

test("any bytes are read to an end", () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 0, maxLength: 512 }), (bytes) => {
      const message = Buffer.from(bytes);
      if (message.length > 3) message.writeUInt16BE(0x8000, 2);
      try {
        readNameServers(message, "shop.example");
        readSigners(message, "shop.example");
      } catch (error) {
        expect(error).toBeInstanceOf(Error);
      }
    }),
  );
});
