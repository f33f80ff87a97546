import { type Duplex, duplexPair } from "node:stream";
import { greetViewer, RfbBroken, send, take } from "../../rfb/greet-viewer.ts";
import type { Colour, TestPicture } from "./test-picture.ts";

/** How a client wants pixels (RFC 6143, section 7.4). */
interface PixelFormat {
  readonly bytes: number;
  readonly bigEndian: boolean;
  readonly max: readonly number[];
  readonly shift: readonly number[];
}

const FIRST_FORMAT: PixelFormat = { bytes: 4, bigEndian: false, max: [255, 255, 255], shift: [16, 8, 0] };
/** The most text of a clipboard that is read past. Nothing is pasted into a picture. */
const MOST_TEXT_BYTES = 64 * 1024;

/**
 * Shows a picture by RFB 3.8 (RFC 6143) to one client, without a password. Pixels are sent raw, which every viewer reads.
 * @returns the client's end of the connection
 */
export function serveRfb(name: string, picture: TestPicture): Duplex {
  const [server, client] = duplexPair();
  // A client that breaks off has left.
  server.on("error", () => undefined);
  serve(server, name, picture)
    .catch((error: unknown) => {
      if (!(error instanceof RfbBroken)) throw error;
    })
    .finally(() => client.destroy());
  return client;
}

async function serve(stream: Duplex, name: string, picture: TestPicture): Promise<void> {
  await greet(stream, name, picture);
  let format = FIRST_FORMAT;
  /** What the client has been shown. */
  let shown = -1;
  let asked = false;
  for (;;) {
    const [type] = await take(stream, 1);
    switch (type) {
      case 0:
        format = readFormat((await take(stream, 19)).subarray(3));
        break;
      case 2:
        // Pixels are sent raw, whatever else the client reads.
        await take(stream, 4 * (await take(stream, 3)).readUInt16BE(1));
        break;
      case 3: {
        const [incremental] = await take(stream, 9);
        if (incremental === 0) shown = -1;
        asked = true;
        break;
      }
      case 4: {
        const [down] = await take(stream, 7);
        if (down === 1) picture.typed();
        break;
      }
      case 5: {
        const event = await take(stream, 5);
        if (event[0] !== 0) picture.pressed(event.readUInt16BE(1), event.readUInt16BE(3));
        break;
      }
      case 6: {
        const length = (await take(stream, 7)).readUInt32BE(3);
        if (length > MOST_TEXT_BYTES) throw new RfbBroken("The text is too long.");
        if (length > 0) await take(stream, length);
        break;
      }
      default:
        throw new RfbBroken("The message is unknown.");
    }
    if (asked && shown !== picture.revision) {
      await send(stream, updateOf(picture, format));
      shown = picture.revision;
      asked = false;
    }
  }
}

async function greet(stream: Duplex, name: string, { width, height }: TestPicture): Promise<void> {
  await greetViewer(stream);
  await take(stream, 1);
  const title = Buffer.from(name);
  const init = Buffer.alloc(24);
  init.writeUInt16BE(width, 0);
  init.writeUInt16BE(height, 2);
  Buffer.from([32, 24, 0, 1, 0, 255, 0, 255, 0, 255, ...FIRST_FORMAT.shift]).copy(init, 4);
  init.writeUInt32BE(title.length, 20);
  await send(stream, Buffer.concat([init, title]));
}

/** @throws RfbBroken for colours of a palette */
function readFormat(bytes: Buffer): PixelFormat {
  const [bits = 0, , bigEndian, trueColour] = bytes;
  if (trueColour === 0 || ![8, 16, 32].includes(bits)) throw new RfbBroken("The pixel format is unknown.");
  return {
    bytes: bits / 8,
    bigEndian: bigEndian !== 0,
    max: [4, 6, 8].map((offset) => bytes.readUInt16BE(offset)),
    shift: [...bytes.subarray(10, 13)].map((shift) => shift % bits),
  };
}

/** A message with the whole picture as one rectangle. */
function updateOf(picture: TestPicture, format: PixelFormat): Buffer {
  const { width, height } = picture;
  const head = Buffer.alloc(16);
  head.writeUInt16BE(1, 2);
  head.writeUInt16BE(width, 8);
  head.writeUInt16BE(height, 10);
  const pixels = Buffer.alloc(width * height * format.bytes);
  const known = new Map<Colour, Buffer>();
  let at = 0;
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const colour = picture.at(x, y);
      const pixel = known.get(colour) ?? pixelOf(colour, format);
      known.set(colour, pixel);
      at += pixel.copy(pixels, at);
    }
  return Buffer.concat([head, pixels]);
}

function pixelOf(colour: Colour, { bytes, bigEndian, max, shift }: PixelFormat): Buffer {
  const value = colour.reduce(
    (whole, part, index) => whole + Math.round((part * (max[index] ?? 0)) / 255) * 2 ** (shift[index] ?? 0),
    0,
  );
  const pixel = Buffer.alloc(bytes);
  const fitting = value % 2 ** (8 * bytes);
  if (bigEndian) pixel.writeUIntBE(fitting, 0, bytes);
  else pixel.writeUIntLE(fitting, 0, bytes);
  return pixel;
}
