import { execFile } from "node:child_process";
import { chmodSync, chownSync, mkdirSync, rmSync, statSync } from "node:fs";
import { request } from "node:http";
import { dirname, join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { promisify } from "node:util";
import { z } from "zod";
import { endMaster } from "../nginx/master.ts";
import { replaceFile } from "../replace-file.ts";
import { type CdnOptions, controlSocket, fetchSocket, nginxConfiguration, nginxOf } from "./nginx-configuration.ts";

const run = promisify(execFile);
const ANSWER_MS = 10_000;
const START_MS = 30_000;
const POLL_MS = 20;

const State = z.object({
  /** Set by the agent when everything is pushed; null after a start of nginx. */
  generation: z.string().nullable(),
  /** The digest of the configuration and the lua code of the worker that answered. */
  configuration: z.string(),
});
type State = z.infer<typeof State>;

/** @throws Error when the program or a module is missing */
export async function nginxVersion(options: CdnOptions): Promise<string> {
  const { stderr } = await run(nginxOf(options), ["-v"]);
  return `nginx ${/nginx\/(\S+)/.exec(stderr)?.[1] ?? "of an unknown version"}`;
}

/** nginx on this host, which goes on when this process ends. */
export class NginxProcess {
  readonly #options: CdnOptions;
  readonly #text: string;
  readonly #digest: string;

  constructor(options: CdnOptions) {
    this.#options = options;
    this.#text = nginxConfiguration(options);
    this.#digest = /"configuration":"(\w+)"/.exec(this.#text)?.[1] ?? "";
  }

  /** Starts nginx unless it runs, and reloads it if it runs with another configuration. @returns its state */
  async ensure(signal: AbortSignal): Promise<State> {
    const state = await this.#state();
    if (state?.configuration === this.#digest) return state;
    await this.#write();
    if (state === undefined) {
      // An nginx that takes no connections any more but still ends would take the new one's sockets with it.
      await endMaster(this.#options.folder, ["SIGTERM", "SIGKILL"]);
      for (const socket of [controlSocket(this.#options.folder), fetchSocket(this.#options.folder)])
        rmSync(socket, { force: true });
      await this.#nginx();
    } else await this.#nginx("-s", "reload");
    const end = Date.now() + START_MS;
    while (Date.now() < end && !signal.aborted) {
      const next = await this.#state();
      if (next?.configuration === this.#digest) return next;
      await delay(POLL_MS);
    }
    throw new Error("nginx does not answer its agent.");
  }

  /** Sends text to the control socket. */
  async ask(path: string, body = ""): Promise<unknown> {
    return await new Promise((resolve, reject) => {
      const sent = request(
        { socketPath: controlSocket(this.#options.folder), path, method: "POST", agent: false, timeout: ANSWER_MS },
        (response) => {
          const chunks: Buffer[] = [];
          response.on("data", (chunk: Buffer) => chunks.push(chunk));
          response.on("error", reject);
          response.on("end", () => {
            const text = Buffer.concat(chunks).toString();
            if (response.statusCode === 200) resolve(JSON.parse(text));
            else reject(new Error(`nginx answered its agent with ${response.statusCode}.`));
          });
        },
      );
      sent.on("error", reject);
      sent.on("timeout", () => sent.destroy(new Error("nginx did not answer its agent in time.")));
      sent.end(body);
    });
  }

  /** Ends nginx. Requests that it is answering have a few seconds. */
  async stop(): Promise<void> {
    await endMaster(this.#options.folder, ["SIGQUIT", "SIGTERM", "SIGKILL"]);
  }

  /** @returns undefined if nothing listens @throws Error if nginx does not answer, which is no reason to start another */
  async #state(): Promise<State | undefined> {
    try {
      return State.parse(await this.ask("/state"));
    } catch (error) {
      if (error instanceof Error && "code" in error && ["ENOENT", "ECONNREFUSED"].includes(String(error.code)))
        return undefined;
      throw error;
    }
  }

  /** @throws Error with nginx's words when it refuses the configuration; the running one stays */
  async #write(): Promise<void> {
    const { folder } = this.#options;
    for (const one of [folder, dirname(controlSocket(folder)), dirname(fetchSocket(folder))])
      mkdirSync(one, { recursive: true });
    chmodSync(folder, 0o711);
    chmodSync(dirname(controlSocket(folder)), 0o700);
    // The workers connect to this one.
    const fetch = dirname(fetchSocket(folder));
    chmodSync(fetch, 0o700);
    if (process.getuid?.() === 0) {
      chownSync(fetch, ...(await workerUser()));
      for (let one = folder; one !== dirname(one); one = dirname(one))
        if ((statSync(one).mode & 0o001) === 0)
          throw new Error(`nginx's workers, as www-data, cannot pass through ${one}; allow it by chmod o+x.`);
    }
    const next = join(folder, "nginx.next.conf");
    replaceFile(next, this.#text);
    await run(nginxOf(this.#options), ["-t", "-q", "-p", folder, "-e", join(folder, "error.log"), "-c", next]);
    rmSync(next);
    replaceFile(join(folder, "nginx.conf"), this.#text);
  }

  async #nginx(...more: readonly string[]): Promise<void> {
    const { folder } = this.#options;
    const files = ["-p", folder, "-e", join(folder, "error.log"), "-c", join(folder, "nginx.conf")];
    await run(nginxOf(this.#options), [...files, ...more]);
  }
}

async function workerUser(): Promise<[number, number]> {
  const [user, group] = await Promise.all([run("id", ["-u", "www-data"]), run("id", ["-g", "www-data"])]);
  return [Number(user.stdout), Number(group.stdout)];
}
