import { Duplex } from "node:stream";
import { StringDecoder } from "node:string_decoder";
import type { InstanceTerminal, TerminalSize } from "../../ports/compute-port.ts";
import { filesOf, type Machine, runLine, wordsOf } from "./commands.ts";

const ENTER = /[\r\n]/;
const CTRL_C = "\u0003";
const CTRL_D = "\u0004";
const CTRL_L = "\f";
const CTRL_U = "\u0015";
const ERASE = /[\b\u007f]/;
/** Keys that send sequences, such as arrows, do nothing here. */
const SEQUENCE = new RegExp(`${String.fromCharCode(27)}(\\[[0-9;]*[A-Za-z~]|O[A-Z])`, "g");
/** A line of output is sent with others, so that a long output is not a message for each. */
const CHUNK = 16_384;
const INTERRUPTED = 130;

/** The shell of a simulated machine, with the line editing that a kernel's terminal would do. */
export class SimulatedShell implements InstanceTerminal {
  readonly stream: Duplex;
  readonly exited: Promise<number | null>;
  readonly #machine: Machine;
  readonly #exit = Promise.withResolvers<number | null>();
  readonly #decoder = new StringDecoder();
  #size: TerminalSize;
  #folder = "/root";
  #line = "";
  #lastCode = 0;
  #lines: string[] = [];
  #running: { interrupted: boolean } | undefined;
  /** Settled when the reader takes more. */
  #room: PromiseWithResolvers<void> | undefined;
  #code: number | null = null;

  constructor(machine: Machine, size: TerminalSize) {
    this.#machine = machine;
    this.#size = size;
    this.exited = this.#exit.promise;
    this.stream = new Duplex({
      read: () => {
        this.#room?.resolve();
        this.#room = undefined;
      },
      write: (chunk: Buffer, _, done) => {
        this.#take(this.#decoder.write(chunk).replaceAll(SEQUENCE, ""));
        // Typing waits while its echo is not read.
        void this.#reader().then(() => done());
      },
      destroy: (error, done) => {
        this.#room?.resolve();
        this.#exit.resolve(this.#code);
        done(error);
      },
      allowHalfOpen: false,
    });
    this.#show(filesOf(machine).get("/etc/motd")?.replaceAll("\n", "\r\n") ?? "");
    this.#prompt();
  }

  resize(size: TerminalSize): void {
    this.#size = size;
  }

  close(): void {
    this.stream.destroy();
  }

  #prompt(): void {
    const { hostname, rescue } = this.#machine;
    const folder = this.#folder === "/root" ? "~" : this.#folder;
    this.#show(`root@${rescue ? "rescue" : hostname}:${folder}# `);
  }

  #show(text: string): void {
    if (this.stream.destroyed || this.stream.readableEnded || text === "") return;
    if (!this.stream.push(text)) this.#room ??= Promise.withResolvers();
  }

  async #reader(): Promise<void> {
    await this.#room?.promise;
  }

  #take(text: string): void {
    for (const key of text) {
      if (key === CTRL_C) this.#interrupt();
      else if (ENTER.test(key)) this.#enter();
      else if (key === CTRL_D) {
        if (this.#line === "") this.#lines.push("exit");
      } else if (key === CTRL_U) {
        this.#show("\b \b".repeat(this.#line.length));
        this.#line = "";
      } else if (key === CTRL_L) this.#show("\u001b[H\u001b[2J");
      else if (ERASE.test(key)) {
        if (this.#line !== "") this.#show("\b \b");
        this.#line = [...this.#line].slice(0, -1).join("");
      } else if (key >= " ") {
        this.#line += key;
        this.#show(key);
      }
    }
    if (this.#running === undefined) void this.#run();
  }

  #enter(): void {
    this.#show("\r\n");
    this.#lines.push(this.#line);
    this.#line = "";
  }

  #interrupt(): void {
    this.#show("^C\r\n");
    this.#lines = [];
    this.#line = "";
    if (this.#running !== undefined) this.#running.interrupted = true;
    else this.#prompt();
  }

  async #run(): Promise<void> {
    for (let line = this.#lines.shift(); line !== undefined; line = this.#lines.shift()) {
      const running = { interrupted: false };
      this.#running = running;
      const words = wordsOf(line, this.#lastCode);
      if (words[0] === "exit") {
        this.#end(words[1]);
        return;
      }
      if (words.length > 0) this.#lastCode = await this.#output(words, running);
      if (this.stream.destroyed) return;
      this.#running = undefined;
      this.#prompt();
    }
  }

  async #output(words: readonly string[], running: { readonly interrupted: boolean }): Promise<number> {
    const session = {
      machine: this.#machine,
      columns: () => this.#size.columns,
      rows: () => this.#size.rows,
      folder: this.#folder,
    };
    const lines = runLine(session, words);
    let chunk = "";
    for (let next = lines.next(); ; next = lines.next()) {
      if (!next.done) chunk += `${next.value}\r\n`;
      if (next.done === true || chunk.length > CHUNK) {
        this.#show(chunk);
        chunk = "";
        await this.#reader();
      }
      if (next.done === true) {
        this.#folder = session.folder;
        return next.value;
      }
      if (running.interrupted || this.stream.destroyed) return INTERRUPTED;
    }
  }

  #end(code: string | undefined): void {
    this.#code = code === undefined || !/^\d{1,3}$/.test(code) ? this.#lastCode : Number(code) & 0xff;
    this.#show("logout\r\n");
    this.stream.push(null);
    this.#exit.resolve(this.#code);
  }
}
