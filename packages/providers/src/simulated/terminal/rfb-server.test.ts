import type { Duplex } from "node:stream";
import { expect, onTestFinished, test } from "vitest";
import { send, take } from "../../rfb/greet-viewer.ts";
import { serveRfb } from "./rfb-server.ts";
import { TestPicture } from "./test-picture.ts";

const WHITE = [255, 255, 255];
const YELLOW = [255, 255, 0];
const ASK = Buffer.from([3, 0, 0, 0, 0, 0, 1, 224, 1, 64]);
const ASK_FOR_CHANGES = Buffer.from([3, 1, ...ASK.subarray(2)]);
const KEY = Buffer.from([4, 1, 0, 0, 0, 0, 0, 97]);

/** A viewer that was let in, after ServerInit. */
async function viewer(): Promise<Duplex> {
  const stream = serveRfb("web", new TestPicture());
  onTestFinished(() => void stream.destroy());
  expect((await take(stream, 12)).toString()).toBe("RFB 003.008\n");
  await send(stream, Buffer.from("RFB 003.008\n"));
  expect([...(await take(stream, 2))]).toEqual([1, 1]);
  await send(stream, Buffer.from([1]));
  expect((await take(stream, 4)).readUInt32BE()).toBe(0);
  await send(stream, Buffer.from([1]));
  const init = await take(stream, 24);
  expect([init.readUInt16BE(0), init.readUInt16BE(2)]).toEqual([480, 320]);
  expect((await take(stream, init.readUInt32BE(20))).toString()).toBe("web");
  return stream;
}

/** The first pixel of the next picture. */
async function firstPixel(stream: Duplex, bytes: number): Promise<Buffer> {
  const head = await take(stream, 16);
  expect([head[0], head.readUInt16BE(2), head.readUInt16BE(8), head.readUInt16BE(10), head.readUInt32BE(12)]).toEqual([
    0, 1, 480, 320, 0,
  ]);
  return (await take(stream, 480 * 320 * bytes)).subarray(0, bytes);
}

const colourOf = (pixel: Buffer) => [2, 1, 0].map((at) => pixel[at]);

test("a viewer sees the picture, and again when a key or the pointer has changed it", async () => {
  const stream = await viewer();
  await send(stream, ASK);
  expect(colourOf(await firstPixel(stream, 4))).toEqual(WHITE);
  // Nothing has changed, so that the answer waits for the key.
  await send(stream, ASK_FOR_CHANGES);
  await send(stream, KEY);
  expect(colourOf(await firstPixel(stream, 4))).toEqual(YELLOW);
  await send(stream, ASK_FOR_CHANGES);
  await send(stream, Buffer.from([5, 0, 0, 0, 0, 0]));
  await send(stream, Buffer.from([5, 1, 0, 0, 0, 0]));
  expect(colourOf(await firstPixel(stream, 4))).toEqual([128, 128, 128]);
});

test.each([
  ["8 bits", [8, 8, 0, 1, 0, 7, 0, 7, 0, 3, 5, 2, 0], Buffer.from([0b11111111])],
  ["16 bits, the high byte first", [16, 16, 1, 1, 0, 31, 0, 63, 0, 31, 11, 5, 0], Buffer.from([0xff, 0xff])],
  ["32 bits, red lowest", [32, 24, 0, 1, 0, 255, 0, 255, 0, 255, 0, 8, 16], Buffer.from([255, 255, 255, 0])],
])("pixels of %s", async (_, format, white) => {
  const stream = await viewer();
  await send(stream, Buffer.from([0, 0, 0, 0, ...format, 0, 0, 0]));
  // Encodings that are not sent, and a text that nobody pastes.
  await send(stream, Buffer.from([2, 0, 0, 2, 0, 0, 0, 7, 255, 255, 255, 17]));
  await send(stream, Buffer.from([6, 0, 0, 0, 0, 0, 0, 2, 104, 105]));
  await send(stream, ASK);
  expect(await firstPixel(stream, white.length)).toEqual(white);
});

test.each([
  ["an unknown message", Buffer.from([9])],
  ["a palette", Buffer.from([0, 0, 0, 0, 8, 8, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0])],
  ["a text that is too long", Buffer.from([6, 0, 0, 0, 255, 255, 255, 255])],
])("%s ends the connection", async (_, message) => {
  const stream = await viewer();
  await send(stream, message);
  await expect(take(stream, 1)).rejects.toThrow("The other side has gone.");
});

test("a viewer of another protocol is not let in", async () => {
  const stream = serveRfb("web", new TestPicture());
  await take(stream, 12);
  await send(stream, Buffer.from("GET / HTTP/1"));
  await expect(take(stream, 2)).rejects.toThrow("The other side has gone.");
});
