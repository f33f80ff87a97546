import { execFile } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, rmSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { promisify } from "node:util";
import { endMaster, isServing, masterOf, workersOf } from "../nginx/master.ts";
import { readIfThere, replaceFile } from "../replace-file.ts";
import { MODULE, stateSocket } from "./udp-configuration.ts";

const run = promisify(execFile);
const PROGRAM = "/usr/sbin/nginx";
const READY_MS = 10_000;
const POLL_MS = 20;

/** The version of an installed nginx that can serve UDP, such as 1.22.1; undefined without one. */
export async function udpNginxVersion(): Promise<string | undefined> {
  if (!existsSync(MODULE) || !existsSync(PROGRAM)) return undefined;
  const { stderr } = await run(PROGRAM, ["-v"]);
  return /nginx\/(\S+)/.exec(stderr)?.[1];
}

/** The nginx of UDP on this host. It is no child of the agent's: it goes on when the agent ends. */
export class UdpNginx {
  readonly folder: string;

  /** @param folder of its own, by an absolute path of at most 80 characters: a socket is in it */
  constructor(folder: string) {
    this.folder = folder;
    mkdirSync(folder, { recursive: true });
    chmodSync(folder, 0o700);
  }

  /** The places that it listened on when an agent last looked after it; none if it does not run. */
  places(): string[] {
    if (masterOf(this.folder) === undefined) return [];
    const text = readIfThere(join(this.folder, "nginx.conf")) ?? "";
    return [...text.matchAll(/listen (\S+) udp/g)].map(([, place = ""]) => place);
  }

  /** Whether it serves the configuration of a digest. */
  async serves(digest: string): Promise<boolean> {
    return masterOf(this.folder) !== undefined && (await this.#digest()) === digest;
  }

  /** Starts or reloads it with a configuration. @throws Error with nginx's words when it refuses; the running one stays */
  async serve({ text, digest }: { readonly text: string; readonly digest: string }): Promise<void> {
    const next = join(this.folder, "nginx.next.conf");
    replaceFile(next, text);
    await this.#nginx(next, "-t", "-q");
    rmSync(next);
    replaceFile(join(this.folder, "nginx.conf"), text);
    const isRunning = masterOf(this.folder) !== undefined;
    const former = workersOf(this.folder);
    if (!isRunning) {
      // The workers of a killed master would go on taking datagrams.
      for (const worker of former) process.kill(worker, "SIGKILL");
      rmSync(stateSocket(this.folder), { force: true });
    }
    await this.#nginx(join(this.folder, "nginx.conf"), ...(isRunning ? ["-s", "reload"] : []));
    for (const end = Date.now() + READY_MS; Date.now() < end; await delay(POLL_MS))
      if (!former.some(isServing) && (await this.#digest()) === digest) return;
    throw new Error(`nginx did not take its configuration: see ${this.folder}/error.log.`);
  }

  async stop(): Promise<void> {
    await endMaster(this.folder, ["SIGTERM", "SIGKILL"]);
  }

  /** The answer of the state socket; undefined if there is none. */
  #digest(): Promise<string | undefined> {
    return new Promise((resolve) => {
      let text = "";
      const socket = connect(stateSocket(this.folder));
      socket.setTimeout(1_000, () => socket.destroy());
      socket.on("data", (data) => {
        text += String(data);
      });
      socket.on("error", () => resolve(undefined));
      socket.on("close", () => resolve(text));
    });
  }

  async #nginx(configuration: string, ...more: readonly string[]): Promise<void> {
    const files = ["-p", this.folder, "-e", join(this.folder, "error.log"), "-c", configuration];
    await run(PROGRAM, [...files, ...more]);
  }
}
