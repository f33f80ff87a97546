// Forms of two parts, as a server answers an image that was uploaded as two: in pieces of any size, and cut off.
import { expect, test } from "vitest";
import { partsOf } from "./multipart.ts";

const BOUNDARY = "part-of-an-image";
/** What looks like a delimiter is content. */
const DISK = Buffer.from(`\r\n--part-of-an\r\n--\r\n${"\0".repeat(100)}--${BOUNDARY}\r\n`);
const FORM = Buffer.concat([
  Buffer.from(`--${BOUNDARY}\r\nContent-Disposition: form-data; name="metadata"; filename="meta.tar.gz"\r\n`),
  Buffer.from("Content-Type: application/octet-stream\r\n\r\nabout it"),
  Buffer.from(`\r\n--${BOUNDARY}\r\ncontent-disposition: form-data; filename="disk.img"; name="rootfs.img"\r\n\r\n`),
  DISK,
  Buffer.from(`\r\n--${BOUNDARY}--\r\n`),
]);

async function* inPieces(form: Buffer, size: number) {
  for (let at = 0; at < form.length; at += size) yield form.subarray(at, at + size);
}

async function read(form: Buffer, size: number): Promise<[string, Buffer][]> {
  const parts: [string, Buffer][] = [];
  for await (const { name, content } of partsOf(inPieces(form, size), BOUNDARY)) {
    const chunks: Buffer[] = [];
    for await (const chunk of content) chunks.push(chunk);
    parts.push([name, Buffer.concat(chunks)]);
  }
  return parts;
}

test.each([1, 2, 3, 7, 40, 64, FORM.length])("the parts of a form that comes in pieces of %i bytes", async (size) => {
  expect(await read(FORM, size)).toEqual([
    ["metadata", Buffer.from("about it")],
    ["rootfs.img", DISK],
  ]);
});

test("a form that is cut off anywhere before its end is read again", async () => {
  for (let end = 0; end < FORM.length - 2; end++)
    await expect(read(FORM.subarray(0, end), 64), String(end)).rejects.toMatchObject({
      code: "image_damaged",
      retryable: true,
    });
});

test("endless headers are given up", async () => {
  const endless = Buffer.concat([Buffer.from(`--${BOUNDARY}\r\n`), Buffer.alloc(100_000, "a")]);
  await expect(read(endless, 1_000)).rejects.toMatchObject({ code: "image_damaged" });
});
