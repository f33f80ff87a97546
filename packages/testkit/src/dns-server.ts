import { createSocket } from "node:dgram";

const TYPES = { A: 1, CNAME: 5, TXT: 16, AAAA: 28 } as const;
const HEADER_BYTES = 12;
/** The type and the class follow the name of a question. */
const QUESTION_TAIL_BYTES = 4;
/** Flags of an answer: authoritative, recursion available (RFC 1035 §4.1.1). */
const ANSWER_FLAGS = 0x8580;
const SERVER_FAILED = 2;
const NO_SUCH_NAME = 3;
/** A pointer to the name of the question, which every answer repeats. */
const SAME_NAME = Buffer.from([0xc0, HEADER_BYTES]);

/**
 * The records of a name: texts (each a list of parts), an alias, IPv4 addresses. `failed` and `silent` simulate broken
 * servers.
 */
export type DnsEntry =
  | { readonly txt?: readonly (readonly string[])[]; readonly cname?: string; readonly a?: readonly string[] }
  | "failed"
  | "silent";

export interface DnsServer {
  /** As `address:port`. */
  readonly address: string;
  /** Records by lower-case name without a trailing dot. Any other name does not exist. */
  readonly zone: Map<string, DnsEntry>;
  stop(): Promise<void>;
}

/** A DNS server for a test, on UDP. It answers one question per message (RFC 1035). */
export async function startDnsServer(): Promise<DnsServer> {
  const zone = new Map<string, DnsEntry>();
  const socket = createSocket("udp4");
  socket.on("message", (query, from) => {
    const answer = answerTo(query, zone);
    if (answer !== undefined) socket.send(answer, from.port, from.address);
  });
  await new Promise<void>((listening) => socket.bind(0, "127.0.0.1", listening));
  return {
    address: `127.0.0.1:${socket.address().port}`,
    zone,
    stop: () => new Promise<void>((stopped) => socket.close(stopped)),
  };
}

function answerTo(query: Buffer, zone: ReadonlyMap<string, DnsEntry>): Buffer | undefined {
  const { name, end } = readName(query, HEADER_BYTES);
  const entry = zone.get(name.toLowerCase());
  if (entry === "silent") return undefined;
  const records = entry === undefined || entry === "failed" ? [] : recordsOf(entry, query.readUInt16BE(end));
  const header = Buffer.alloc(HEADER_BYTES);
  header.writeUInt16BE(query.readUInt16BE(0), 0);
  header.writeUInt16BE(ANSWER_FLAGS | (entry === undefined ? NO_SUCH_NAME : entry === "failed" ? SERVER_FAILED : 0), 2);
  header.writeUInt16BE(1, 4);
  header.writeUInt16BE(records.length, 6);
  return Buffer.concat([header, query.subarray(HEADER_BYTES, end + QUESTION_TAIL_BYTES), ...records]);
}

function recordsOf({ txt = [], cname, a = [] }: Exclude<DnsEntry, string>, asked: number): Buffer[] {
  // An alias has no other records.
  if (cname !== undefined) return [record(TYPES.CNAME, encodeName(cname))];
  if (asked === TYPES.TXT) return txt.map((parts) => record(TYPES.TXT, Buffer.concat(parts.map(counted))));
  if (asked === TYPES.A) return a.map((address) => record(TYPES.A, Buffer.from(address.split(".").map(Number))));
  return [];
}

function record(type: number, data: Buffer): Buffer {
  const head = Buffer.alloc(10);
  head.writeUInt16BE(type, 0);
  head.writeUInt16BE(1, 2);
  head.writeUInt16BE(data.length, 8);
  return Buffer.concat([SAME_NAME, head, data]);
}

const counted = (text: string) => Buffer.concat([Buffer.from([Buffer.byteLength(text)]), Buffer.from(text)]);

function encodeName(name: string): Buffer {
  return Buffer.concat([...name.replace(/\.$/, "").split(".").map(counted), Buffer.from([0])]);
}

function readName(message: Buffer, start: number): { name: string; end: number } {
  const labels: string[] = [];
  let at = start;
  for (let length = message.readUInt8(at); length > 0; length = message.readUInt8(at)) {
    labels.push(message.toString("latin1", at + 1, at + 1 + length));
    at += 1 + length;
  }
  return { name: labels.join("."), end: at + 1 };
}
