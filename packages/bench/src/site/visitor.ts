import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { promisify } from "node:util";
import { z } from "zod";

const run = promisify(execFile);
const Answers = z.array(z.string().nullable());

/**
 * The network between the site's host and the visitor. Each run has its own, in case an earlier run left one behind.
 */
const FIRST = 128 + 4 * (process.pid % 32);
const [HOST, VISITOR, PREFIX] = [`192.0.2.${FIRST + 1}`, `192.0.2.${FIRST + 2}`, 30];
const FETCH = `const [url, times] = process.argv.slice(1);
const visit = () => fetch(url, { signal: AbortSignal.timeout(3000) }).then((answer) => answer.text()).catch(() => null);
(async () => {
  const texts = [];
  while (texts.length < Number(times)) texts.push(await visit());
  console.log(JSON.stringify(texts));
})();`;

const FETCH_NAMED = `const [url, address, ca] = process.argv.slice(1);
const { protocol, hostname, port, pathname, search, host } = new URL(url);
require("node:" + protocol.slice(0, -1)).get({ host: address, port, path: pathname + search, servername: hostname, ca, headers: { host }, timeout: 3000 }, (answer) => answer.pipe(process.stdout)).on("timeout", () => process.exit(1));`;

const ASK_BY_DATAGRAM = `const [address, port, text] = process.argv.slice(1);
const socket = require("node:dgram").createSocket("udp4");
socket.on("message", (data) => { process.stdout.write(data); socket.close(); });
socket.send(text, Number(port), address);
setTimeout(() => process.exit(1), 3000).unref();`;

/** In the range of metadata services, and used by none that is known. */
const LINK_LOCAL = "169.254.77.77";
const SERVE =
  'require("node:net").createServer((socket) => socket.end()).listen(8081, "0.0.0.0", () => ' +
  'console.log("ready"));';

/**
 * A visitor on the Internet: a separate network whose only route is through the host. The host's own traffic cannot
 * test a firewall, because it does not enter through an interface.
 */
export class Visitor {
  readonly #name = `fulmar-${process.pid}`;
  readonly #link = `fmv${process.pid}`;

  /** The address of the site's host that the visitor reaches. */
  readonly host = HOST;

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

  /** The answer of a URL; null when there is none within three seconds. */
  async visit(url: string): Promise<string | null> {
    return (await this.visitOften(url, 1))[0] ?? null;
  }

  /** The answers to several visits of a URL, one after the other. */
  async visitOften(url: string, times: number): Promise<readonly (string | null)[]> {
    return Answers.parse(JSON.parse((await this.#run(FETCH, url, String(times))) ?? "[]"));
  }

  /**
   * The answer of a URL whose name is at an address, by default the host's; null when there is none within three
   * seconds, or its certificate is not of the authority.
   */
  visitNamed(url: string, { address = HOST, ca = "" } = {}): Promise<string | null> {
    return this.#run(FETCH_NAMED, url, address, ca);
  }

  /** The answer to a datagram; null when none comes within three seconds. */
  askByDatagram(address: string, port: number, text: string): Promise<string | null> {
    return this.#run(ASK_BY_DATAGRAM, address, String(port), text);
  }

  /** The output of a script in the visitor's network; null when it fails. */
  async #run(script: string, ...args: readonly string[]): Promise<string | null> {
    try {
      return (await run("ip", ["netns", "exec", this.#name, process.execPath, "-e", script, ...args])).stdout;
    } catch {
      return null; // the exit code says that there was no answer
    }
  }

  /** Serves at its own address, and at a link-local one that the host has a route to. */
  async serve(): Promise<{ address: string; linkLocal: string; port: number; end: () => void }> {
    await run("ip", ["-n", this.#name, "addr", "add", `${LINK_LOCAL}/32`, "dev", "eth0"]);
    await run("ip", ["route", "add", `${LINK_LOCAL}/32`, "via", VISITOR, "dev", this.#link]);
    const server = spawn("ip", ["netns", "exec", this.#name, process.execPath, "-e", SERVE], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    await once(server.stdout, "data");
    return { address: VISITOR, linkLocal: LINK_LOCAL, port: 8081, end: () => server.kill() };
  }

  async leave(): Promise<void> {
    await run("ip", ["netns", "del", this.#name]);
  }
}

/** Makes an address one of the host's own, as docs/edges.md says. @returns what withdraws it */
export async function makeLocal(address: string): Promise<() => Promise<unknown>> {
  const route = ["local", `${address}/32`, "dev", "lo"];
  // Replaced, since an earlier run that was killed leaves its routes.
  await run("ip", ["route", "replace", ...route]);
  return () => run("ip", ["route", "del", ...route]);
}

/** Whether an address answers a ping from the host within a second. */
export async function answersPing(address: string): Promise<boolean> {
  try {
    await run("ping", ["-c", "1", "-W", "1", address]);
    return true;
  } catch {
    return false; // the exit code of ping is its result
  }
}
