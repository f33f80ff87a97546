/**
 * Frames of libvirt's RPC (https://libvirt.org/kbase/internals/rpc.html): a length of four bytes that counts itself,
 * a header of six numbers, and a payload. All numbers are big-endian.
 */
export interface Frame {
  readonly program: number;
  readonly procedure: number;
  readonly type: number;
  readonly serial: number;
  readonly status: number;
  readonly payload: Buffer;
}

export const TYPE = { call: 0, reply: 1, message: 2, stream: 3 } as const;
export const STATUS = { ok: 0, error: 1, continue: 2 } as const;

/** The programs that a libvirtd serves, each of version 1. */
export const PROGRAM = { remote: 0x2000_8086, qemu: 0x2000_8087, keepalive: 0x6b65_6570 } as const;

const VERSION = 1;
const HEADER_BYTES = 28;
/** libvirt's own limit of a message (VIR_NET_MESSAGE_MAX). */
const FRAME_BYTES = 32 * 2 ** 20;
/** The payload that every release takes (VIR_NET_MESSAGE_LEGACY_PAYLOAD_MAX). */
export const CHUNK_BYTES = 262_120;

export function encodeFrame({ program, procedure, type, serial, status, payload }: Frame): Buffer {
  const header = Buffer.alloc(HEADER_BYTES);
  header.writeUInt32BE(HEADER_BYTES + payload.length, 0);
  header.writeUInt32BE(program, 4);
  header.writeUInt32BE(VERSION, 8);
  header.writeInt32BE(procedure, 12);
  header.writeInt32BE(type, 16);
  header.writeUInt32BE(serial, 20);
  header.writeInt32BE(status, 24);
  return Buffer.concat([header, payload]);
}

function decodeFrame(bytes: Buffer): Frame {
  return {
    program: bytes.readUInt32BE(4),
    procedure: bytes.readInt32BE(12),
    type: bytes.readInt32BE(16),
    serial: bytes.readUInt32BE(20),
    status: bytes.readInt32BE(24),
    payload: bytes.subarray(HEADER_BYTES),
  };
}

/** Cuts what a socket gives into frames. It joins the parts of a frame once, however many there are. */
export class FrameReader {
  #parts: Buffer[] = [];
  #length = 0;

  /** @throws Error when the bytes are no frames */
  *read(bytes: Buffer): Generator<Frame> {
    this.#parts.push(bytes);
    this.#length += bytes.length;
    for (let wanted = this.#wanted(); this.#length >= wanted; wanted = this.#wanted()) {
      const all =
        this.#parts.length === 1 && this.#parts[0] !== undefined ? this.#parts[0] : Buffer.concat(this.#parts);
      this.#parts = [all.subarray(wanted)];
      this.#length -= wanted;
      yield decodeFrame(all.subarray(0, wanted));
    }
  }

  /** The length of the next frame; that of a header while it is not known. */
  #wanted(): number {
    if (this.#length < 4) return HEADER_BYTES;
    if ((this.#parts[0]?.length ?? 0) < 4) this.#parts = [Buffer.concat(this.#parts)];
    const length = this.#parts[0]?.readUInt32BE(0) ?? 0;
    if (length < HEADER_BYTES || length > FRAME_BYTES) throw new Error(`A frame of libvirt has ${length} bytes.`);
    return length;
  }
}
