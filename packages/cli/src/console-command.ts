import { once } from "node:events";
import type { Client } from "@fulmar/sdk";
import { Command } from "commander";
import type { WebSocket } from "ws";
import { connect, isRecord } from "./contexts.ts";
import { escapes } from "./escapes.ts";
import { EXIT, TerminalError } from "./failure.ts";
import { resolveNames } from "./lookup.ts";
import type { GlobalOptions } from "./output.ts";
import type { OperationCommand } from "./table.ts";

/** The nouns that have a console, with the operation that shows one. */
const CONSOLES = { vm: "cloudVm.get", "gpu-vm": "gpuVm.get" } as const;
type Noun = keyof typeof CONSOLES;

export function hasConsole(noun: string): noun is Noun {
  return Object.hasOwn(CONSOLES, noun);
}

/** `fulmar vm console VM`: a shell in a VM, without an address or a key. */
export function consoleCommand(commands: readonly OperationCommand[], noun: Noun): Command {
  const command = new Command("console")
    .description("Open a terminal in a VM")
    .argument("<vm>", "its id, or its name")
    .addHelpText("after", "\nThe keys ~. after a new line leave the terminal. The exit code is that of the shell.");
  return command.action(async (vm: string) => {
    const client = connect(command.optsWithGlobals<GlobalOptions>());
    const input = { vm_id: vm };
    const get = commands.find(({ id }) => id === CONSOLES[noun]);
    if (get !== undefined) await resolveNames(client, commands, get, input);
    process.exitCode = await attach(await ticketFor(client, noun, input.vm_id));
  });
}

function ticketFor(client: Client, noun: Noun, vm_id: string) {
  const { columns, rows } = process.stdout;
  const size = columns > 0 && rows > 0 ? { columns, rows } : {};
  const { createTerminal } = noun === "vm" ? client.cloudVm : client.gpuVm;
  return createTerminal({ vm_id, ...size });
}

/** Joins standard input and output to a terminal. @returns the exit code of the shell */
async function attach({ url, ticket }: { readonly url: string; readonly ticket: string }): Promise<number> {
  // Every other command starts without it.
  const { WebSocket } = await import("ws");
  const socket = new WebSocket(url, ["fulmar.terminal", ticket], { perMessageDeflate: false });
  // A connection that fails also closes.
  socket.on("error", () => undefined);
  // Before the first message, which may come with the answer.
  const ended = outcomeOf(socket);
  await Promise.race([once(socket, "open"), ended.closed]).catch((cause: unknown) => {
    throw new TerminalError("The terminal could not be opened: the API's WebSocket does not answer.", { cause });
  });
  const { stdin, stdout } = process;
  const resized = () => {
    const { columns, rows } = stdout;
    if (socket.readyState === socket.OPEN) socket.send(JSON.stringify({ type: "resize", columns, rows }));
  };
  const stopTyping = typeInto(socket);
  stdout.on("resize", resized);
  try {
    const { code, reason } = await ended.closed;
    const exitCode = ended.exitCode();
    if (exitCode !== undefined) return exitCode ?? EXIT.failed;
    if (ended.left()) return 0;
    throw new TerminalError(reason || `The connection was lost (${code}).`);
  } finally {
    stdout.off("resize", resized);
    stopTyping();
    stdin.pause();
  }
}

/** Shows what comes, at the pace of standard output, and remembers how it ended. */
function outcomeOf(socket: WebSocket) {
  const { stdout } = process;
  let exitCode: number | null | undefined;
  stdout.on("drain", () => socket.resume());
  socket.on("message", (data: Buffer, isBinary) => {
    if (isBinary) {
      if (!stdout.write(data)) socket.pause();
      return;
    }
    const notice: unknown = JSON.parse(data.toString());
    if (isRecord(notice) && notice.type === "exit") exitCode = typeof notice.code === "number" ? notice.code : null;
  });
  const closed = new Promise<{ code: number; reason: string }>((resolve) => {
    socket.once("close", (code, reason) => resolve({ code, reason: reason.toString() }));
  });
  return { closed, exitCode: () => exitCode, left: () => left.has(socket) };
}

/** The terminals that were left by `~.`. */
const left = new WeakSet<WebSocket>();

const CTRL_D = "\u0004";
const MOST_WAITING = 256 * 1024;

/** Sends standard input: as keys of a terminal, or the text of a file or a pipe with its end. @returns what ends it */
function typeInto(socket: WebSocket): () => void {
  const { stdin } = process;
  const isTerminal = stdin.isTTY === true;
  const filter = escapes();
  let endsLine = true;
  const send = (bytes: Buffer) => {
    if (bytes.length === 0 || socket.readyState !== socket.OPEN) return;
    socket.send(bytes, () => {
      if (socket.bufferedAmount === 0) stdin.resume();
    });
    if (socket.bufferedAmount > MOST_WAITING) stdin.pause();
  };
  const typed = (bytes: Buffer) => {
    if (!isTerminal) {
      endsLine = bytes.at(-1) === 0x0a;
      send(bytes);
      return;
    }
    const { keys, leaves } = filter(bytes);
    send(keys);
    if (!leaves) return;
    left.add(socket);
    socket.close();
  };
  // A shell ends at Ctrl-D, which within a line only sends the line.
  const finished = () => send(Buffer.from(endsLine ? CTRL_D : CTRL_D + CTRL_D));
  if (isTerminal) stdin.setRawMode(true);
  stdin.on("data", typed).once("end", finished);
  return () => {
    if (isTerminal) stdin.setRawMode(false);
    stdin.off("data", typed).off("end", finished);
  };
}
