// Small pictures, byte by byte.
import { crc32 } from "node:zlib";

/** A PNG as base64. Its picture is not decoded by anybody here, so that it has none. */
export function pngOf({ width = 1, height = 1, note = "" }): string {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 6], 8);
  const parts = [chunk("IHDR", header), chunk("tEXt", Buffer.from(`Comment\0${note}`)), chunk("IEND", Buffer.alloc(0))];
  return Buffer.concat([Buffer.from("89504e470d0a1a0a", "hex"), ...parts]).toString("base64");
}

function chunk(name: string, content: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name), content]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(content.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

/** A lossless WebP as base64. */
export function webpOf({ width = 1, height = 1 }): string {
  const picture = Buffer.alloc(10);
  picture[0] = 0x2f;
  picture.writeUInt32LE((width - 1) | ((height - 1) << 14), 1);
  const head = Buffer.alloc(8);
  head.write("VP8L");
  head.writeUInt32LE(picture.length, 4);
  const body = Buffer.concat([Buffer.from("WEBP"), head, picture]);
  const riff = Buffer.alloc(8);
  riff.write("RIFF");
  riff.writeUInt32LE(body.length, 4);
  return Buffer.concat([riff, body]).toString("base64");
}

/** A JPEG as base64: a comment, the frame's size, the end. */
export function jpegOf({ width = 1, height = 1 }): string {
  const frame = Buffer.from([0xff, 0xc0, 0, 11, 8, 0, 0, 0, 0, 1, 1, 0x11, 0]);
  frame.writeUInt16BE(height, 5);
  frame.writeUInt16BE(width, 7);
  const comment = Buffer.from([0xff, 0xfe, 0, 6, 0x6c, 0x6f, 0x67, 0x6f]);
  return Buffer.concat([Buffer.from([0xff, 0xd8]), comment, frame, Buffer.from([0xff, 0xd9])]).toString("base64");
}
