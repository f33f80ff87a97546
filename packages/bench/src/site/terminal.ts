import { once } from "node:events";
import { operationsEnded, type Rest, until } from "@fulmar/testkit/stack";
import { must } from "../story.ts";

const KEYS = 100;
const MEGABYTES = 20;
/** How long a terminal may show nothing, in milliseconds: for what never comes, not for a busy machine. */
const SILENCE_MS = 60_000;

/**
 * Uses terminals of a running machine as a program does: sizes, keys, many bytes, the exit code, and the end by a stop
 * of the machine. Prints how long a key takes to be shown, and how fast bytes come.
 */
export async function terminal(rest: Rest, vm_id: string): Promise<void> {
  const shell = await Terminal.open(rest, vm_id);
  await shell.typed("stty size\n", /30 100\r\n/);
  shell.resize(132, 43);
  await until(
    "the new size",
    () => shell.typed("stty size\n", /\d+ \d+\r\n/),
    (shown) => shown.includes("43 132"),
  );
  const times: number[] = [];
  // The shell shows a command before it lets the terminal show keys again, so only the command's output tells that it
  // does.
  await shell.typed("echo rea''dy; cat\n", /ready\r\n/);
  for (let key = 0; key < KEYS; key++) {
    const letter = String.fromCharCode(97 + (key % 26));
    const from = performance.now();
    await shell.typed(letter, new RegExp(letter));
    times.push(performance.now() - from);
  }
  await shell.typed("\n\x04", /[$#] $/);
  const from = performance.now();
  await shell.typed(`head -c ${MEGABYTES}000000 /dev/zero | tr '\\0' x; echo; echo the''end\n`, /theend\r\n/);
  const seconds = (performance.now() - from) / 1000;
  times.sort((a, b) => a - b);
  const at = (part: number) => (times[Math.floor(KEYS * part)] ?? Number.NaN).toFixed(1);
  console.log(
    `          a key is shown after ${at(0.5)} ms (p99 ${at(0.99)} ms); ${(MEGABYTES / seconds).toFixed(0)} MB/s`,
  );
  must((await shell.end("exit 3\n")) === '1000 {"type":"exit","code":3}', "a terminal tells how its shell ended");

  const stopped = await Terminal.open(rest, vm_id);
  await operationsEnded(rest, [await rest.ask("cloudVm.stop", { vm_id, force: true })]);
  must((await stopped.closed).startsWith("4409"), "a terminal ends when its machine is stopped, and says so");
  await operationsEnded(rest, [await rest.ask("cloudVm.start", { vm_id })]);
}

/** A terminal by its WebSocket (docs/terminals.md). */
class Terminal {
  /** The code of the end, and the last message before it. */
  readonly closed: Promise<string>;
  readonly #socket: WebSocket;
  #shown = "";
  #message = "";

  private constructor(socket: WebSocket) {
    this.#socket = socket;
    const decoder = new TextDecoder();
    socket.binaryType = "arraybuffer";
    socket.addEventListener("message", ({ data }) => {
      if (typeof data === "string") this.#message = data;
      // A prompt or an answer is at the end, so that what is older is not kept.
      else this.#shown = (this.#shown + decoder.decode(data, { stream: true })).slice(-1_000);
    });
    this.closed = once(socket, "close").then(([{ code }]) => `${code} ${this.#message}`);
  }

  static async open(rest: Rest, vm_id: string): Promise<Terminal> {
    const { url, ticket } = await rest.ask("cloudVm.createTerminal", { vm_id, columns: 100, rows: 30 });
    const terminal = new Terminal(new WebSocket(url, ["fulmar.terminal", ticket]));
    await terminal.#seen(() => terminal.#message === '{"type":"opened"}');
    await terminal.#seen(() => /[$#] $/.test(terminal.#shown));
    return terminal;
  }

  /** Types a text and waits until something is shown that matches. @returns what is shown from then on */
  async typed(text: string, expected: RegExp): Promise<string> {
    this.#shown = "";
    this.#socket.send(Buffer.from(text));
    await this.#seen(() => expected.test(this.#shown));
    return this.#shown;
  }

  resize(columns: number, rows: number): void {
    this.#socket.send(JSON.stringify({ type: "resize", columns, rows }));
  }

  end(text: string): Promise<string> {
    this.#socket.send(Buffer.from(text));
    return this.closed;
  }

  /** Waits for messages until the condition holds. @throws Error when the terminal ends before, or shows nothing more */
  async #seen(holds: () => boolean): Promise<void> {
    while (!holds()) {
      const silence = AbortSignal.timeout(SILENCE_MS);
      const next = await Promise.race([once(this.#socket, "message", { signal: silence }), this.closed]).catch(() => {
        throw new Error(`The terminal showed nothing for a minute. Shown before: ${JSON.stringify(this.#shown)}`);
      });
      if (typeof next === "string") throw new Error(`The terminal ended: ${next}. Shown: ${this.#shown}`);
    }
  }
}
