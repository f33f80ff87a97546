import { type LOGO_TYPES, MOST_LOGO_BYTES, MOST_LOGO_PIXELS } from "@fulmar/contract";
import { invalidField } from "../request/domain-error.ts";

type LogoType = (typeof LOGO_TYPES)[number];

interface Picture {
  readonly type: LogoType;
  readonly width: number;
  readonly height: number;
}

const FORMATS = "must be a PNG, WebP or JPEG";

/**
 * Says which kind of picture the bytes are. What a sender calls them does not count, and a picture ends where its bytes
 * end, so that nothing else hides behind it.
 * @throws DomainError 400
 */
export function logoOf(bytes: Buffer): Picture {
  if (bytes.length > MOST_LOGO_BYTES) throw invalidField("content", `must be of at most ${MOST_LOGO_BYTES / 1024} KiB`);
  const picture = pngOf(bytes) ?? webpOf(bytes) ?? jpegOf(bytes);
  if (picture === undefined) throw invalidField("content", `${FORMATS}, whole and with nothing behind it`);
  const sides = [picture.width, picture.height];
  if (sides.some((side) => side < 1 || side > MOST_LOGO_PIXELS))
    throw invalidField("content", `must have from 1 to ${MOST_LOGO_PIXELS} pixels a side`);
  return picture;
}

const PNG = Buffer.from("89504e470d0a1a0a", "hex");

/** PNG: a signature, then chunks of length, name, content and checksum, from IHDR to IEND. */
function pngOf(bytes: Buffer): Picture | undefined {
  if (!bytes.subarray(0, 8).equals(PNG) || nameAt(bytes, 12) !== "IHDR" || bytes.length < 33) return undefined;
  for (let at = 8; at + 12 <= bytes.length; ) {
    const next = at + 12 + bytes.readUInt32BE(at);
    if (nameAt(bytes, at + 4) === "IEND")
      return next === bytes.length
        ? { type: "image/png", width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) }
        : undefined;
    at = next;
  }
  return undefined;
}

/** WebP: a RIFF file of the length that it says, with a canvas (VP8X), a lossless or a lossy picture first. */
function webpOf(bytes: Buffer): Picture | undefined {
  if (nameAt(bytes, 0) !== "RIFF" || nameAt(bytes, 8) !== "WEBP" || bytes.length < 30) return undefined;
  if (bytes.readUInt32LE(4) + 8 !== bytes.length) return undefined;
  const type = "image/webp";
  switch (nameAt(bytes, 12)) {
    case "VP8X":
      return { type, width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 };
    case "VP8L": {
      if (bytes[20] !== 0x2f) return undefined;
      const sides = bytes.readUInt32LE(21);
      return { type, width: (sides & 0x3fff) + 1, height: ((sides >>> 14) & 0x3fff) + 1 };
    }
    case "VP8 ": {
      if (bytes.readUIntBE(23, 3) !== 0x9d012a) return undefined;
      return { type, width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff };
    }
    default:
      return undefined;
  }
}

/** The markers that begin a frame: its size follows. Not those of tables: C4, C8 and CC. */
const FRAMES: ReadonlySet<number> = new Set([
  0xc0, 0xc1, 0xc2, 0xc3, 0xc5, 0xc6, 0xc7, 0xc9, 0xca, 0xcb, 0xcd, 0xce, 0xcf,
]);

/** JPEG: segments from the start to the end of the image. */
function jpegOf(bytes: Buffer): Picture | undefined {
  if (bytes.length < 4 || bytes.readUInt16BE(0) !== 0xffd8) return undefined;
  if (bytes.readUInt16BE(bytes.length - 2) !== 0xffd9) return undefined;
  for (let at = 2; at + 9 <= bytes.length; ) {
    if (bytes[at] !== 0xff) return undefined;
    const marker = bytes[at + 1] ?? 0;
    if (FRAMES.has(marker))
      return { type: "image/jpeg", width: bytes.readUInt16BE(at + 7), height: bytes.readUInt16BE(at + 5) };
    // Fill bytes may stand in front of a marker.
    at += marker === 0xff ? 1 : 2 + bytes.readUInt16BE(at + 2);
  }
  return undefined;
}

function nameAt(bytes: Buffer, at: number): string {
  return bytes.toString("latin1", at, at + 4);
}
