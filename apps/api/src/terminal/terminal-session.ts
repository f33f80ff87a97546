import { TERMINAL_ENDS, type TerminalEnd, type TerminalNotice } from "@fulmar/contract";
import { parseResize, parseWorkerNotice } from "@fulmar/core";
import { endWhenSilent, flowTo } from "@fulmar/http";
import type { WebSocket } from "ws";

export interface TerminalLimits {
  /** How long a terminal may last. */
  readonly longestMs: number;
  /** How long it may be without a byte in either direction. */
  readonly idleMs: number;
  /** How often these limits and the right to each terminal are checked, in one query for all. */
  readonly checkMs: number;
}

const CLIENT_PING_MS = 30_000;
const LINK_PING_MS = 10_000;

interface Events {
  /** The shell runs. */
  readonly onOpened: () => void;
  /** The shell has ended. @returns the reason, if it ended with its VM or the right to it */
  readonly onExit: () => Promise<TerminalEnd | undefined>;
  /** Called once. */
  readonly onEnd: (reason: TerminalEnd, exitCode: number | null) => void;
}

/** One terminal: a client's WebSocket, joined to that of the worker that has the shell. */
export class TerminalSession {
  readonly #client: WebSocket;
  readonly #events: Events;
  readonly #begunAt = performance.now();
  #link: WebSocket | undefined;
  #activeAt = performance.now();
  #exited: boolean = false;
  #ended: boolean = false;

  /** @param client paused until there is a shell */
  constructor(client: WebSocket, events: Events) {
    this.#client = client;
    this.#events = events;
    client.once("close", () => this.end("left"));
    endWhenSilent(client, CLIENT_PING_MS, () => {
      this.end("connection_lost");
      client.terminate();
    });
  }

  get isAwaited(): boolean {
    return this.#link === undefined && !this.#ended;
  }

  /** Joins the worker's connection. */
  join(link: WebSocket): void {
    if (!this.isAwaited) {
      link.terminate();
      return;
    }
    this.#link = link;
    const client = this.#client;
    const toLink = flowTo(link, client);
    const toClient = flowTo(client, link);
    client.on("message", (data: Buffer, isBinary) => {
      if (this.#ended) return;
      this.#activeAt = performance.now();
      if (isBinary) toLink(data);
      else if (parseResize(data.toString()) !== undefined) link.send(data, { binary: false });
      else this.end("malformed");
    });
    link.on("message", (data: Buffer, isBinary) => {
      if (this.#ended) return;
      this.#activeAt = performance.now();
      if (isBinary) toClient(data);
      else this.#notice(data.toString());
    });
    // A connection that fails also closes.
    link.on("error", () => undefined);
    link.once("close", () => {
      if (!this.#exited) this.end("worker_lost");
    });
    endWhenSilent(link, LINK_PING_MS, () => link.terminate());
    client.resume();
  }

  /** Why the limits end it now. */
  overLimit({ longestMs, idleMs }: TerminalLimits): TerminalEnd | undefined {
    const now = performance.now();
    if (now - this.#begunAt > longestMs) return "too_long";
    return now - this.#activeAt > idleMs ? "idle" : undefined;
  }

  /** Ends both connections, and says why in the client's close frame. A repetition does nothing. */
  end(reason: TerminalEnd, exitCode: number | null = null): void {
    if (this.#ended) return;
    this.#ended = true;
    if (reason === "exited") this.#tell({ type: "exit", code: exitCode });
    closeWith(this.#client, reason);
    this.#link?.terminate();
    this.#events.onEnd(reason, exitCode);
  }

  #notice(text: string): void {
    const notice = parseWorkerNotice(text);
    if (notice?.type === "opened") {
      this.#tell(notice);
      this.#events.onOpened();
    } else if (notice?.type === "exit") {
      this.#exited = true;
      void this.#events.onExit().then((reason) => this.end(reason ?? "exited", notice.code));
    } else if (notice?.type === "failed") this.end(notice.reason);
  }

  #tell(notice: TerminalNotice): void {
    if (this.#client.readyState === this.#client.OPEN) this.#client.send(JSON.stringify(notice));
  }
}

/** Closes a client's connection with the code and the sentence of the reason. */
export function closeWith(client: WebSocket, reason: TerminalEnd): void {
  const [code, sentence] = TERMINAL_ENDS[reason];
  // A paused connection does not see the answer to its close frame.
  client.resume();
  client.close(code, sentence);
}
