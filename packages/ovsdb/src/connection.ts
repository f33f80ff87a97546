import type { Socket } from "node:net";
import { dial, type OvsdbEndpoint } from "./endpoint.ts";
import { JsonStream } from "./json-stream.ts";
import type { Operation, Result } from "./operations.ts";
import { OvsdbError, OvsdbUnreachable } from "./ovsdb-error.ts";

interface Waiting {
  readonly settle: (result: unknown) => void;
  readonly fail: (error: Error) => void;
}

const ECHO_MS = 5_000;
/** Echoes in a row without any answer after which the connection counts as lost. */
const LOST_AFTER = 3;
const OPEN_MS = 10_000;

/**
 * A connection to an OVSDB server (RFC 7047). Calls run at once, and the server answers each as it is done. It is kept
 * alive by echoes of both sides, and ends when the server stops answering.
 */
export class OvsdbConnection {
  readonly #socket: Socket;
  readonly #reader = new JsonStream();
  readonly #waiting = new Map<number, Waiting>();
  #number = 0;
  #end: Error | undefined;
  #unanswered = 0;
  readonly #keepalive: NodeJS.Timeout;

  private constructor(socket: Socket) {
    this.#socket = socket;
    this.#keepalive = setInterval(() => this.#echo(), ECHO_MS);
    this.#keepalive.unref();
    socket.on("data", (bytes) => this.#read(bytes));
    socket.on("error", (error) => this.#lose(new OvsdbUnreachable(error.message, { cause: error })));
    socket.on("close", () => this.#lose(new OvsdbUnreachable("The connection to the database has ended.")));
    socket.resume();
  }

  /**
   * Connects, and checks that the server has a database.
   * @throws OvsdbUnreachable, also where the server does not take our certificate; the signal's reason when aborted
   */
  static async open(endpoint: OvsdbEndpoint, database: string, signal: AbortSignal): Promise<OvsdbConnection> {
    const connection = new OvsdbConnection(await dial(endpoint, signal));
    const limited = AbortSignal.any([signal, AbortSignal.timeout(OPEN_MS)]);
    try {
      const databases = await connection.#call("list_dbs", [], limited);
      if (!Array.isArray(databases) || !databases.includes(database))
        throw new OvsdbUnreachable(`The server has no database ${database}.`);
      return connection;
    } catch (error) {
      connection.close();
      signal.throwIfAborted();
      if (limited.aborted) throw new OvsdbUnreachable("The server takes connections and says nothing.");
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

  /**
   * Carries out all operations, or none. An aborted one is cancelled at the server, which may have carried it out already.
   * @returns the result of each operation
   * @throws OvsdbError, OvsdbUnreachable; the signal's reason when it is aborted
   */
  async transact(database: string, operations: readonly Operation[], signal: AbortSignal): Promise<readonly Result[]> {
    const results = await this.#call("transact", [database, ...operations], signal);
    if (!Array.isArray(results)) throw this.#lose(new OvsdbUnreachable("The server sent no results."));
    for (const [index, result] of results.entries()) {
      const error = refusalIn(result);
      // An error after the last operation is that of the commit.
      if (error !== undefined)
        throw new OvsdbError(error.code, error.details, index < operations.length ? index : null);
    }
    return results;
  }

  /** Ends the connection. May be repeated. */
  close(): void {
    this.#lose(new OvsdbUnreachable("The connection to the database was closed."));
  }

  async #call(method: string, params: readonly unknown[], signal: AbortSignal): Promise<unknown> {
    signal.throwIfAborted();
    if (this.#end !== undefined) throw this.#end;
    const id = ++this.#number;
    const answered = Promise.withResolvers<unknown>();
    const abort = () => {
      // A notification: nothing answers it.
      if (method === "transact" && this.#end === undefined) this.#send({ id: null, method: "cancel", params: [id] });
      answered.reject(signal.reason);
    };
    signal.addEventListener("abort", abort, { once: true });
    this.#waiting.set(id, { settle: answered.resolve, fail: answered.reject });
    try {
      this.#send({ id, method, params });
      return await answered.promise;
    } finally {
      signal.removeEventListener("abort", abort);
      this.#waiting.delete(id);
    }
  }

  #send(message: object): void {
    this.#socket.write(JSON.stringify(message));
  }

  #read(bytes: Buffer): void {
    this.#unanswered = 0;
    try {
      for (const message of this.#reader.read(bytes)) this.#take(message);
    } catch (error) {
      this.#lose(new OvsdbUnreachable("The server sent what is not its protocol.", { cause: error }));
    }
  }

  #take({ id, method, params, result, error }: Record<string, unknown>): void {
    if (method === "echo") {
      this.#send({ id, result: params, error: null });
      return;
    }
    const waiting = typeof id === "number" ? this.#waiting.get(id) : undefined;
    if (error === null || error === undefined) {
      waiting?.settle(result);
      return;
    }
    const { code, details } = refusalIn(error) ?? { code: String(error), details: "" };
    waiting?.fail(new OvsdbError(code, details, null));
  }

  #echo(): void {
    if (this.#unanswered >= LOST_AFTER) {
      this.#lose(new OvsdbUnreachable("The server does not answer any more."));
      return;
    }
    this.#unanswered += 1;
    this.#send({ id: "echo", method: "echo", params: [] });
  }

  #lose(reason: Error): Error {
    if (this.#end !== undefined) return this.#end;
    this.#end = reason;
    clearInterval(this.#keepalive);
    this.#socket.destroy();
    for (const { fail } of this.#waiting.values()) fail(reason);
    return reason;
  }
}

/** The refusal in a result or an error; undefined where there is none. */
function refusalIn(value: unknown): { readonly code: string; readonly details: string } | undefined {
  if (typeof value !== "object" || value === null || !("error" in value) || typeof value.error !== "string")
    return undefined;
  const details = "details" in value && typeof value.details === "string" ? value.details : "";
  return { code: value.error, details };
}
