import { execFile } from "node:child_process";
import { promisify } from "node:util";

const run = promisify(execFile);

/**
 * The piece of Internet between the site's host and the visitor: each run has its own, whatever an earlier one has left
 * behind.
 */
const FIRST = 128 + 4 * (process.pid % 32);
const [HOST, VISITOR, PREFIX] = [`192.0.2.${FIRST + 1}`, `192.0.2.${FIRST + 2}`, 30];
const FETCH = `const [url] = process.argv.slice(1);
fetch(url, { signal: AbortSignal.timeout(1500) }).then((answer) => answer.text()).then((text) => process.stdout.write(text), () => process.exit(1));`;

/**
 * Somebody on the Internet: a network of its own beside the host, whose only way is through the host. What the host
 * itself sends is no test of a firewall, for it does not come in from anywhere.
 */
export class Visitor {
  readonly #name = `fulmar-${process.pid}`;
  readonly #link = `fmv${process.pid}`;

  static async arrive(): Promise<Visitor> {
    const visitor = new Visitor();
    await visitor.#arrive();
    return visitor;
  }

  async #arrive(): Promise<void> {
    await run("ip", ["netns", "add", this.#name]);
    await run("ip", ["link", "add", this.#link, "type", "veth", "peer", "name", "eth0", "netns", this.#name]);
    await run("ip", ["addr", "add", `${HOST}/${PREFIX}`, "dev", this.#link]);
    await run("ip", ["link", "set", this.#link, "up"]);
    await run("ip", ["-n", this.#name, "addr", "add", `${VISITOR}/${PREFIX}`, "dev", "eth0"]);
    await run("ip", ["-n", this.#name, "link", "set", "eth0", "up"]);
    await run("ip", ["-n", this.#name, "route", "add", "default", "via", HOST]);
  }

  /** What a URL answers; null when nobody does, within a second and a half. */
  async visit(url: string): Promise<string | null> {
    try {
      return (await run("ip", ["netns", "exec", this.#name, process.execPath, "-e", FETCH, url])).stdout;
    } catch {
      return null; // the program's exit code says that nobody answered
    }
  }

  async leave(): Promise<void> {
    await run("ip", ["netns", "del", this.#name]);
  }
}

/** Whether an address answers a ping from the host within a second. */
export async function answersPing(address: string): Promise<boolean> {
  try {
    await run("ping", ["-c", "1", "-W", "1", address]);
    return true;
  } catch {
    return false; // the exit code of ping is its answer
  }
}
