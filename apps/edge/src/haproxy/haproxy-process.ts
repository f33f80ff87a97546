import { execFile } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { promisify } from "node:util";
import type { Paths } from "./configuration.ts";

const run = promisify(execFile);
const START_MS = 20_000;
const RELOAD_MS = 10_000;
const RELOADS = 3;
const LOOK_MS = 20;
const ANSWER_MS = 5_000;

/** The version of an installed HAProxy, such as 2.6.12; undefined without one. */
export async function haproxyVersion(binary = "haproxy"): Promise<string | undefined> {
  try {
    return /version (\d+[.\d]*)/.exec((await run(binary, ["-v"])).stdout)?.[1];
  } catch {
    return undefined;
  }
}

/**
 * A HAProxy process in master-worker mode. It is no child of the agent's: it goes on when the agent ends, and the next
 * agent finds it by its socket.
 */
export class HaproxyProcess {
  readonly paths: Paths;
  readonly #folder: string;
  readonly #binary: string;
  readonly #configuration: string;
  /** The configuration that a worker is known to serve. The newest one may have come to no worker yet. */
  readonly #served: string;
  readonly #pid: string;
  readonly #masterSocket: string;

  constructor(folder: string, binary = "haproxy") {
    this.#folder = folder;
    this.#binary = binary;
    this.#configuration = join(folder, "haproxy.cfg");
    this.#served = join(folder, "served.cfg");
    this.#pid = join(folder, "haproxy.pid");
    this.#masterSocket = join(folder, "master.sock");
    this.paths = {
      socket: join(folder, "runtime.sock"),
      states: join(folder, "states"),
      certificates: join(folder, "certificates"),
      challenges: join(folder, "challenges.map"),
    };
    mkdirSync(this.paths.certificates, { recursive: true, mode: 0o700 });
  }

  /** The configuration that the running process serves, empty if that is not known; undefined when none runs. */
  async running(): Promise<string | undefined> {
    if ((await this.#worker()) === undefined) return undefined;
    return existsSync(this.#served) ? readFileSync(this.#served, "utf8") : "";
  }

  /** @returns what HAProxy says against the configuration, or undefined */
  async check(text: string): Promise<string | undefined> {
    const file = join(this.#folder, "checked.cfg");
    write(file, text);
    try {
      await run(this.#binary, ["-c", "-f", file]);
      return undefined;
    } catch (error) {
      const { stderr = "" } = error as { readonly stderr?: string };
      return lastAlert(stderr) ?? String(error);
    }
  }

  /** Starts the process, or lets it take the configuration without losing a connection. Returns when it serves it. */
  async serve(text: string, signal: AbortSignal): Promise<void> {
    await this.#serve(text, signal);
    this.keep(text);
  }

  async #serve(text: string, signal: AbortSignal): Promise<void> {
    const former = await this.#worker();
    write(this.paths.states, former === undefined ? "" : statesOf(await this.command("show servers state")));
    write(this.#configuration, text);
    if (former === undefined) {
      rmSync(this.paths.socket, { force: true });
      const master = `${this.#masterSocket},mode,600`;
      await run(this.#binary, ["-W", "-D", "-S", master, "-p", this.#pid, "-f", this.#configuration]);
      if (await this.#isServed(former, START_MS, signal)) return;
    } else {
      // A master that is still busy with the last reload can lose the next one, so it is asked until it has a new
      // worker.
      for (let attempt = 1; attempt <= RELOADS; attempt++) {
        await this.#askMaster("reload");
        if (await this.#isServed(former, RELOAD_MS, signal)) return;
      }
    }
    throw new Error(`HAProxy in ${this.#folder} did not take its configuration.`);
  }

  /** Whether another worker than the former one answers within the time. */
  async #isServed(former: string | undefined, withinMs: number, signal: AbortSignal): Promise<boolean> {
    for (const until = performance.now() + withinMs; performance.now() < until; ) {
      const worker = await this.#worker();
      if (worker !== undefined && worker !== former) return true;
      await pause(LOOK_MS, undefined, { signal });
    }
    return false;
  }

  /** The master answers nothing while it reads its configuration. */
  async #askMaster(command: string): Promise<void> {
    try {
      await ask(this.#masterSocket, command);
    } catch (error) {
      if (!isAway(error)) throw error;
    }
  }

  /** From now on it is not known what the process serves, until a configuration is kept. */
  unsettle(): void {
    rmSync(this.#served, { force: true });
  }

  /** Keeps a configuration that the process already serves. */
  keep(text: string): void {
    write(this.#configuration, text);
    write(this.#served, text);
  }

  /** Writes a file that the configuration refers to. */
  writeFile(path: string, text: string): void {
    write(path, text);
  }

  /** Asks the runtime API (Management Guide §9.3). */
  command(command: string): Promise<string> {
    return ask(this.paths.socket, command);
  }

  /** Ends the process and its connections. */
  async stop(): Promise<void> {
    if ((await this.#worker()) === undefined) return;
    process.kill(this.#master(), "SIGTERM");
    const until = performance.now() + START_MS;
    while ((await this.#worker()) !== undefined && performance.now() < until) await pause(LOOK_MS);
    this.forgetCertificates(new Set());
  }

  /** Deletes the certificates, with their keys, that are no longer served. */
  forgetCertificates(served: ReadonlySet<string>): void {
    for (const name of readdirSync(this.paths.certificates)) {
      const path = join(this.paths.certificates, name);
      if (!served.has(path)) rmSync(path);
    }
  }

  #master(): number {
    return Number(readFileSync(this.#pid, "utf8").trim());
  }

  /** The process id of the worker that answers; undefined when none does. */
  async #worker(): Promise<string | undefined> {
    try {
      return /^Pid: (\d+)$/m.exec(await this.command("show info"))?.[1];
    } catch (error) {
      if (isAway(error)) return undefined;
      throw error;
    }
  }
}

const ADMIN_STATE = 6;
const FORCED_MAINTENANCE = 1;

/** The states that a reload takes over, without removed servers: one of the same name may be new. */
function statesOf(answer: string): string {
  return answer
    .split("\n")
    .filter((line) => (Number(line.split(" ")[ADMIN_STATE]) & FORCED_MAINTENANCE) === 0)
    .join("\n");
}

function ask(path: string, command: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(path).setEncoding("utf8");
    let answer = "";
    socket.setTimeout(ANSWER_MS, () => socket.destroy(new Error("HAProxy does not answer.")));
    socket.on("error", reject);
    socket.on("data", (data) => {
      answer += data;
    });
    socket.on("close", () => resolve(answer));
    socket.end(`${command}\n`);
  });
}

/** Whether nobody listens on a socket, or who did has ended. */
function isAway(error: unknown): boolean {
  return ["ENOENT", "ECONNREFUSED", "ECONNRESET", "EPIPE"].includes((error as NodeJS.ErrnoException).code ?? "");
}

function write(path: string, text: string): void {
  const fresh = `${path}.new`;
  writeFileSync(fresh, text, { mode: 0o600 });
  renameSync(fresh, path);
}

/** The last alert that names a cause, without file, line and time. */
function lastAlert(said: string): string | undefined {
  const alerts = said.split("\n").flatMap((line) => /^\[ALERT\].*? : (?:config : )?(.*)$/.exec(line)?.[1] ?? []);
  return alerts.find((alert) => !/^(Error|Fatal errors)/.test(alert))?.replace(/^parsing \[[^\]]*\]\s*:\s*/, "");
}
