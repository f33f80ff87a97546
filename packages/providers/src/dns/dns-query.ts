// A question to one server, as RFC 1035 §4 writes it. Node's resolver reads answers alone, and a delegation stands in
// the authority section.
import { randomInt } from "node:crypto";
import { createSocket } from "node:dgram";
import { isIPv6 } from "node:net";

const NS = 2;
const DS = 43;
const INTERNET = 1;
const HEADER_BYTES = 12;
/** Flags: an answer, and the code of its outcome. */
const IS_ANSWER = 0x8000;
const CODE = 0x000f;
const NO_ERROR = 0;
const NO_SUCH_NAME = 3;
/** The two highest bits of a length say that a pointer follows (RFC 1035 §4.1.4). */
const POINTER = 0xc0;
/** A name has at most 127 labels, so a longer walk is a loop of pointers. */
const MOST_STEPS = 128;

/** The server could not be understood, or refused to answer. */
class NoAnswer extends Error {
  override readonly name = "NoAnswer";
}

/**
 * Asks a server, without recursion, for the name servers of a name.
 * @returns those of its answer, or those that it delegates the name to, in lower case; empty if it knows of none
 * @throws Error when there is no answer in time, or none that says anything
 */
export async function askNameServers(name: string, server: Server, patience: Patience): Promise<readonly string[]> {
  return readNameServers(await ask(name, NS, server, patience), name);
}

/**
 * Asks a server of a name's parent, without recursion, for the DS records of the name.
 * @returns their values, as a master file has them; empty if there are none
 * @throws Error when there is no answer in time, or none that says anything
 */
export async function askSigners(name: string, server: Server, patience: Patience): Promise<readonly string[]> {
  return readSigners(await ask(name, DS, server, patience), name);
}

interface Server {
  readonly address: string;
  readonly port: number;
}

interface Patience {
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

function ask(name: string, type: number, server: Server, { timeoutMs, signal }: Patience): Promise<Buffer> {
  const id = randomInt(0x10000);
  return exchange(questionOf(id, name, type), id, server, AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]));
}

/** The socket is connected, so answers of other addresses are not seen. */
function exchange(question: Buffer, id: number, { address, port }: Server, signal: AbortSignal): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const socket = createSocket(isIPv6(address) ? "udp6" : "udp4");
    const end = (settle: () => void) => {
      signal.removeEventListener("abort", cancel);
      socket.close();
      settle();
    };
    const cancel = () => end(() => reject(signal.reason));
    if (signal.aborted) return cancel();
    signal.addEventListener("abort", cancel, { once: true });
    socket.on("error", (error) => end(() => reject(error)));
    socket.on("message", (message) => {
      if (message.length >= HEADER_BYTES && message.readUInt16BE(0) === id) end(() => resolve(message));
    });
    socket.connect(port, address, () => socket.send(question));
  });
}

function questionOf(id: number, name: string, type: number): Buffer {
  const header = Buffer.alloc(HEADER_BYTES);
  header.writeUInt16BE(id, 0);
  header.writeUInt16BE(1, 4);
  const labels = name.split(".").map((label) => Buffer.from([label.length, ...Buffer.from(label, "ascii")]));
  return Buffer.concat([header, ...labels, Buffer.from([0, 0, type, 0, INTERNET])]);
}

/** @throws Error for what is no answer to the question */
export function readNameServers(message: Buffer, name: string): readonly string[] {
  return [...new Set(recordsOf(message, NS, name).map(({ start }) => readName(message, start).name))];
}

/** @throws Error for what is no answer to the question */
export function readSigners(message: Buffer, name: string): readonly string[] {
  const values = recordsOf(message, DS, name).map(({ start, end }) => {
    const data = message.subarray(start, end);
    if (data.length < 5) throw new NoAnswer("a DS record is cut off");
    return `${data.readUInt16BE(0)} ${data[2]} ${data[3]} ${data.toString("hex", 4).toUpperCase()}`;
  });
  return [...new Set(values)].toSorted((one, other) => (one < other ? -1 : 1));
}

/** Where the data of the records of a name and type are, in the sections of answers and authorities. */
function recordsOf(
  message: Buffer,
  wanted: number,
  name: string,
): readonly { readonly start: number; readonly end: number }[] {
  if (message.length < HEADER_BYTES) throw new NoAnswer("the answer is too short");
  const flags = message.readUInt16BE(2);
  const code = flags & CODE;
  if ((flags & IS_ANSWER) === 0 || (code !== NO_ERROR && code !== NO_SUCH_NAME))
    throw new NoAnswer(`the server answered with the code ${code}`);
  if (code === NO_SUCH_NAME) return [];
  const found: { start: number; end: number }[] = [];
  const records = message.readUInt16BE(6) + message.readUInt16BE(8);
  let at = HEADER_BYTES;
  for (let questions = message.readUInt16BE(4); questions > 0; questions--) at = readName(message, at).end + 4;
  for (let left = records; left > 0; left--) {
    const owner = readName(message, at);
    if (owner.end + 10 > message.length) throw new NoAnswer("a record is cut off");
    const start = owner.end + 10;
    at = start + message.readUInt16BE(owner.end + 8);
    if (message.readUInt16BE(owner.end) === wanted && owner.name === name) found.push({ start, end: at });
  }
  return found;
}

/** @returns the name in lower case, and where what follows it begins */
function readName(message: Buffer, start: number): { readonly name: string; readonly end: number } {
  const labels: string[] = [];
  let end: number | undefined;
  let at = start;
  for (let steps = 0; steps < MOST_STEPS; steps++) {
    const length = message[at];
    if (length === undefined) break;
    if ((length & POINTER) === POINTER) {
      end ??= at + 2;
      at = ((length & ~POINTER) << 8) | (message[at + 1] ?? 0);
    } else if (length === 0) {
      return { name: labels.join(".").toLowerCase(), end: end ?? at + 1 };
    } else {
      labels.push(message.toString("latin1", at + 1, at + 1 + length));
      at += 1 + length;
    }
  }
  throw new NoAnswer("a name of the answer has no end");
}
