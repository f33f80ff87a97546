import fc from "fast-check";
import { expect, test } from "vitest";
import { JsonStream } from "./json-stream.ts";

test("objects come out of a stream as they went in, however their bytes are cut", () => {
  const object = fc.dictionary(fc.string({ unit: "binary" }), fc.jsonValue(), { noNullPrototype: true });
  fc.assert(
    fc.property(fc.array(object, { maxLength: 6 }), fc.array(fc.nat(40), { minLength: 1 }), (objects, cuts) => {
      const written = objects.map((each) => JSON.stringify(each));
      const bytes = Buffer.from(written.join(""));
      const stream = new JsonStream();
      const read: unknown[] = [];
      for (let at = 0, turn = 0; at < bytes.length; turn += 1) {
        const length = (cuts[turn % cuts.length] ?? 0) + 1;
        read.push(...stream.read(bytes.subarray(at, at + length)));
        at += length;
      }
      expect(read.map((each) => JSON.stringify(each))).toEqual(written.map((text) => JSON.stringify(JSON.parse(text))));
    }),
  );
});

test.each(["}", "]{}", "nonsense{}", "[1]", '{"a":}', '{"a"} '])("%s is refused", (text) => {
  expect(() => [...new JsonStream().read(Buffer.from(text))]).toThrow();
});

test("a message that does not end is refused when it is too long", () => {
  const stream = new JsonStream(1_000);
  expect([...stream.read(Buffer.from(`{"a":"${"x".repeat(900)}`))]).toEqual([]);
  expect(() => [...stream.read(Buffer.from("x".repeat(200)))]).toThrow("A message has more than 1000 bytes.");
});

test("a long message in many parts is joined once", () => {
  const message = JSON.stringify({ text: '\\"{['.repeat(2 ** 18) });
  const bytes = Buffer.from(message);
  const stream = new JsonStream();
  const read: unknown[] = [];
  for (let at = 0; at < bytes.length; at += 64) read.push(...stream.read(bytes.subarray(at, at + 64)));
  expect(JSON.stringify(read)).toBe(`[${message}]`);
});
