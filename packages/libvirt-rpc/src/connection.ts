import { EventEmitter } from "node:events";
import type { Socket } from "node:net";
import { dial, type LibvirtEndpoint } from "./endpoint.ts";
import { LibvirtError, LibvirtUnreachable } from "./libvirt-error.ts";
import { authList, connectOpen, type Procedure, supportsFeature } from "./procedures.ts";
import { LibvirtStream } from "./stream.ts";
import { encodeFrame, type Frame, FrameReader, PROGRAM, STATUS, TYPE } from "./wire/frame.ts";
import { Refusal } from "./wire/values.ts";

interface Waiting {
  readonly settle: (frame: Frame) => void;
  readonly fail: (error: Error) => void;
}

type Sent = (error?: Error | null) => void;

/** virDrvFeature: the server answers pings, and sends them. */
const KEEPALIVE_FEATURE = 10;
const [PING, PONG] = [1, 2];
const KEEPALIVE_MS = 5_000;
/** Pings in a row without any answer after which the connection counts as lost, as libvirt's own clients count. */
const LOST_AFTER = 5;
const NO_AUTHENTICATION = 0;
/**
 * How many calls a server has at once. At its own limit (`max_client_requests` of libvirtd.conf, by default 5) it reads
 * nothing more from the connection, not even a ping.
 */
const AT_ONCE = 4;
/** A libvirtd that has just started looks at QEMU first. */
const OPEN_MS = 20_000;

/** An event that the server sends: its number, and its payload in XDR. */
export interface ServerEvent {
  readonly procedure: number;
  readonly payload: Buffer;
}

/**
 * A connection to a libvirtd. Some calls run at once, and others wait for them in their order; what takes long belongs on
 * a connection of its own. A call that is aborted ends here, and goes on at the server, which has no way to cancel it. A stream gets a connection of its own (`openStream`), since
 * whoever reads it slowly would hold up everything else.
 */
export class LibvirtConnection {
  readonly #socket: Socket;
  readonly #reader = new FrameReader();
  readonly #waiting = new Map<number, Waiting>();
  /** The calls that were sent and not answered, also those that were aborted here. */
  readonly #sent = new Set<number>();
  /** Those that wait for their turn. */
  readonly #unsent = new Map<number, () => void>();
  readonly #events = new EventEmitter<{ event: [ServerEvent] }>();
  readonly #ended = Promise.withResolvers<Error>();
  #stream: { readonly serial: number; readonly stream: LibvirtStream } | undefined;
  readonly #outgoing: { readonly bytes: Buffer; readonly sent: Sent | undefined }[] = [];
  #serial = 0;
  #end: Error | undefined;
  #unanswered = 0;
  #keepalive: NodeJS.Timeout | undefined;

  private constructor(socket: Socket) {
    this.#socket = socket;
    socket.on("data", (bytes) => this.#read(bytes));
    socket.on("error", (error) => this.#lose(new LibvirtUnreachable(error.message, { cause: error })));
    socket.on("close", () => this.#lose(new LibvirtUnreachable("The connection to libvirt has ended.")));
    socket.resume();
  }

  /**
   * Connects and opens the QEMU driver.
   * @throws LibvirtUnreachable, LibvirtError; the signal's reason when it is aborted
   */
  static async open(endpoint: LibvirtEndpoint, signal: AbortSignal): Promise<LibvirtConnection> {
    const connection = new LibvirtConnection(await dial(endpoint, signal));
    const limited = AbortSignal.any([signal, AbortSignal.timeout(OPEN_MS)]);
    try {
      const ways = await connection.call(authList, undefined, limited);
      if (!ways.includes(NO_AUTHENTICATION))
        throw new LibvirtUnreachable("The server asks for a password (SASL or polkit), which is not spoken here.");
      await connection.call(connectOpen, { uri: "qemu:///system", flags: 0 }, limited);
      const { supported } = await connection.call(supportsFeature, { feature: KEEPALIVE_FEATURE }, limited);
      if (supported === 1) connection.#keepAlive();
      return connection;
    } catch (error) {
      connection.close();
      signal.throwIfAborted();
      if (limited.aborted) throw new LibvirtUnreachable("The server takes connections and says nothing.");
      throw error;
    }
  }

  /** Why it has ended; undefined while it lives. */
  get end(): Error | undefined {
    return this.#end;
  }

  /** Whether somebody waits for an answer. */
  get busy(): boolean {
    return this.#waiting.size > 0;
  }

  /** Resolves with the reason when the connection ends. Never rejects. */
  get ended(): Promise<Error> {
    return this.#ended.promise;
  }

  /** @throws LibvirtError, LibvirtUnreachable; the signal's reason when it is aborted */
  async call<Arguments, Answer>(
    procedure: Procedure<Arguments, Answer>,
    given: Arguments,
    signal: AbortSignal,
  ): Promise<Answer> {
    return (await this.#call(procedure, given, signal)).answer;
  }

  /**
   * Makes a call that opens a stream. The connection serves the stream alone from then on, and ends with it.
   * @throws as `call`
   */
  async openStream<Arguments>(
    procedure: Procedure<Arguments, void>,
    given: Arguments,
    signal: AbortSignal,
  ): Promise<LibvirtStream> {
    const { program, number } = procedure;
    let opened: LibvirtStream | undefined;
    const { serial } = await this.#call(procedure, given, signal, (serial) => {
      // The server may send before its answer is handled here.
      opened = new LibvirtStream({
        send: (status, payload, sent) =>
          this.#send({ program, procedure: number, type: TYPE.stream, serial, status, payload }, sent),
        pause: () => this.#socket.pause(),
        resume: () => this.#socket.resume(),
        close: () => this.close(),
      });
      this.#stream = { serial, stream: opened };
    });
    if (opened === undefined) throw new Error(`call ${serial} opened no stream`);
    return opened;
  }

  /** Calls back for every event until the returned function is called. */
  onEvent(listener: (event: ServerEvent) => void): () => void {
    this.#events.on("event", listener);
    return () => this.#events.off("event", listener);
  }

  /** Ends the connection. May be repeated. */
  close(): void {
    this.#lose(new LibvirtUnreachable("The connection to libvirt was closed."));
  }

  async #call<Arguments, Answer>(
    { name, program, number, arguments: written, answer }: Procedure<Arguments, Answer>,
    given: Arguments,
    signal: AbortSignal,
    begun?: (serial: number) => void,
  ): Promise<{ readonly serial: number; readonly answer: Answer }> {
    signal.throwIfAborted();
    if (this.#end !== undefined) throw this.#end;
    const serial = ++this.#serial;
    const replied = Promise.withResolvers<Frame>();
    const abort = () => replied.reject(signal.reason);
    signal.addEventListener("abort", abort, { once: true });
    this.#waiting.set(serial, { settle: replied.resolve, fail: replied.reject });
    begun?.(serial);
    try {
      const payload = Buffer.from(written.encode(given));
      const frame = { program, procedure: number, type: TYPE.call, serial, status: STATUS.ok, payload };
      this.#unsent.set(serial, () => this.#send(frame));
      this.#sendNext();
      const { status, payload: reply } = await replied.promise;
      if (status === STATUS.error) throw refusalOf(reply, name);
      return { serial, answer: answer.decode(reply) };
    } finally {
      signal.removeEventListener("abort", abort);
      this.#waiting.delete(serial);
      this.#unsent.delete(serial);
    }
  }

  #sendNext(): void {
    for (const [serial, send] of this.#unsent) {
      if (this.#sent.size >= AT_ONCE) return;
      this.#unsent.delete(serial);
      this.#sent.add(serial);
      send();
    }
  }

  /**
   * Sends a frame once the one before is written, so that each is a record of its own over TLS. Of a record with two,
   * libvirtd takes the second one only when something new arrives, such as the next ping, seconds later.
   */
  #send(frame: Frame, sent?: Sent): void {
    if (this.#outgoing.push({ bytes: encodeFrame(frame), sent }) === 1) this.#writeNext();
  }

  #writeNext(): void {
    const [next] = this.#outgoing;
    if (next === undefined) return;
    this.#socket.write(next.bytes, (error) => {
      this.#outgoing.shift();
      this.#writeNext();
      // Whoever is told may send the next one at once.
      next.sent?.(error);
    });
  }

  #read(bytes: Buffer): void {
    this.#unanswered = 0;
    try {
      for (const frame of this.#reader.read(bytes)) this.#take(frame);
    } catch (error) {
      this.#lose(new LibvirtUnreachable("The server sent what is not libvirt's protocol.", { cause: error }));
    }
  }

  #take(frame: Frame): void {
    const { program, procedure, type, serial, status, payload } = frame;
    if (program === PROGRAM.keepalive) {
      if (procedure === PING) this.#sendKeepalive(PONG);
    } else if (type === TYPE.reply) {
      this.#sent.delete(serial);
      this.#waiting.get(serial)?.settle(frame);
      this.#sendNext();
    } else if (type === TYPE.message) this.#events.emit("event", { procedure, payload });
    else if (type === TYPE.stream && this.#stream?.serial === serial)
      this.#stream.stream.receive(status, payload, () => refusalOf(payload, "stream"));
  }

  #keepAlive(): void {
    this.#keepalive = setInterval(() => {
      // A paused stream is read when its reader goes on.
      if (this.#socket.isPaused()) return;
      if (this.#unanswered >= LOST_AFTER) this.#lose(new LibvirtUnreachable("The server does not answer any more."));
      else {
        this.#unanswered += 1;
        this.#sendKeepalive(PING);
      }
    }, KEEPALIVE_MS);
    this.#keepalive.unref();
  }

  #sendKeepalive(procedure: number): void {
    const payload = Buffer.alloc(0);
    this.#send({ program: PROGRAM.keepalive, procedure, type: TYPE.message, serial: 0, status: STATUS.ok, payload });
  }

  #lose(reason: Error): void {
    if (this.#end !== undefined) return;
    this.#end = reason;
    clearInterval(this.#keepalive);
    this.#socket.destroy();
    for (const { fail } of this.#waiting.values()) fail(reason);
    this.#stream?.stream.lose(reason);
    this.#ended.resolve(reason);
  }
}

function refusalOf(payload: Buffer, name: string): LibvirtError {
  const { code, domain: origin, message } = Refusal.decode(payload);
  return new LibvirtError({ code, origin, message: message ?? `${name} failed` });
}
