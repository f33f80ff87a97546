import { expect, test } from "vitest";
import { ByteReader } from "./byte-reader.ts";

/** A stream that is over after these pieces. */
async function* streamOf(...pieces: readonly string[]): AsyncGenerator<Uint8Array> {
  for (const piece of pieces) yield Buffer.from(piece);
}

test.each([
  ["a line without an end", ["one\r\n", "two"], ["one", "two", "", ""]],
  ["a line in pieces", ["o", "ne\r", "\ntwo\r\n"], ["one", "two", "", ""]],
  ["nothing", [], ["", "", "", ""]],
])("a stream that ends with %s has no line twice", async (_, pieces, expected) => {
  const reader = new ByteReader(streamOf(...pieces));
  const lines: string[] = [];
  for (let count = 0; count < expected.length; count++) lines.push(await reader.line(100));
  expect(lines).toEqual(expected);
});
