import fc from "fast-check";
import { expect, test } from "vitest";
import { encodeFrame, type Frame, FrameReader } from "./frame.ts";

const number = fc.integer({ min: 0, max: 2 ** 31 - 1 });
const frame: fc.Arbitrary<Frame> = fc.record({
  program: number,
  procedure: number,
  type: number,
  serial: number,
  status: number,
  payload: fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes)),
});

test("frames come out of a reader as they went in, however their bytes are cut", () => {
  fc.assert(
    fc.property(fc.array(frame, { maxLength: 8 }), fc.array(fc.nat(400), { minLength: 1 }), (frames, cuts) => {
      const bytes = Buffer.concat(frames.map(encodeFrame));
      const reader = new FrameReader();
      const read: Frame[] = [];
      for (let at = 0, turn = 0; at < bytes.length; turn += 1) {
        const length = (cuts[turn % cuts.length] ?? 0) + 1;
        read.push(...reader.read(bytes.subarray(at, at + length)));
        at += length;
      }
      expect(read).toEqual(frames);
    }),
  );
});

test.each([0, 27, 32 * 2 ** 20 + 1, 2 ** 32 - 1])("a frame of %d bytes is refused", (length) => {
  const bytes = Buffer.alloc(28);
  bytes.writeUInt32BE(length);
  expect(() => [...new FrameReader().read(bytes)]).toThrow(`A frame of libvirt has ${length} bytes.`);
});

test("a long frame in many parts is joined once", () => {
  const payload = Buffer.alloc(2 ** 20, 7);
  const bytes = encodeFrame({ program: 1, procedure: 2, type: 3, serial: 4, status: 0, payload });
  const reader = new FrameReader();
  const read: Frame[] = [];
  for (let at = 0; at < bytes.length; at += 64) read.push(...reader.read(bytes.subarray(at, at + 64)));
  expect(read).toHaveLength(1);
  expect(read[0]?.payload.equals(payload)).toBe(true);
});
