import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { promisify } from "node:util";
import type { Numbered, Probe } from "./prober.ts";

const run = promisify(execFile);
const PROBER = join(import.meta.dirname, "prober.ts");

/** Runs a program in a network namespace with a text on its standard input. @throws Error with what it complains of */
export async function inNamespace(
  name: string,
  program: string,
  args: readonly string[],
  input: string,
): Promise<void> {
  const command = run("ip", ["netns", "exec", name, program, ...args]);
  command.child.stdin?.end(input);
  await command;
}

/** A network namespace with a process that answers and sends there. */
export class Machine {
  readonly name: string;
  readonly #process: ChildProcess;
  readonly #waiting = new Map<number, PromiseWithResolvers<boolean>>();
  #last = 0;

  private constructor(name: string, child: ChildProcess) {
    this.name = name;
    this.#process = child;
  }

  /** @param addresses its own, at which it answers; by default at whichever it has at the time */
  static async start(name: string, ports: readonly number[], addresses: readonly string[] = []): Promise<Machine> {
    await run("ip", ["netns", "add", name]);
    await inNamespace(name, "sysctl", ["-q", "-p", "-"], SETTINGS);
    await run("ip", ["-n", name, "link", "set", "lo", "up"]);
    for (const address of addresses) await run("ip", ["-n", name, "address", "add", `${address}/32`, "dev", "lo"]);
    const answersAt = addresses.length === 0 ? "::" : addresses.join(",");
    const command = ["netns", "exec", name, process.execPath, PROBER, answersAt, ports.join(",")];
    const child = spawn("ip", command, { stdio: ["pipe", "pipe", "inherit"] });
    const machine = new Machine(name, child);
    const lines = createInterface({ input: child.stdout });
    const ready = once(lines, "line");
    lines.on("line", (line) => {
      const { number, reached } = JSON.parse(line) as Numbered<{ readonly reached: boolean }>;
      machine.#waiting.get(number)?.resolve(reached);
      machine.#waiting.delete(number);
    });
    child.once("exit", () => {
      for (const { reject } of machine.#waiting.values()) reject(new Error(`the process of ${name} has ended`));
    });
    await ready;
    return machine;
  }

  /** Whether it gets an answer. */
  send(probe: Probe): Promise<boolean> {
    const number = ++this.#last;
    const answer = Promise.withResolvers<boolean>();
    this.#waiting.set(number, answer);
    this.#process.stdin?.write(`${JSON.stringify({ number, ...probe })}\n`);
    return answer.promise;
  }

  async stop(): Promise<void> {
    const ended = once(this.#process, "exit");
    this.#process.stdin?.end();
    await ended;
    await run("ip", ["netns", "delete", this.name]);
  }
}

/** A network forwards whatever its rules let pass, and tells nobody of better ways. */
export const SETTINGS = `net.ipv4.ip_forward = 1
net.ipv4.conf.all.rp_filter = 0
net.ipv4.conf.default.rp_filter = 0
net.ipv4.conf.all.send_redirects = 0
net.ipv4.conf.default.send_redirects = 0
net.ipv4.conf.all.accept_redirects = 0
net.ipv4.conf.default.accept_redirects = 0
net.ipv6.conf.all.disable_ipv6 = 0
net.ipv6.conf.default.disable_ipv6 = 0
net.ipv6.conf.all.forwarding = 1
net.ipv6.conf.default.accept_dad = 0
`;
