// Ceph's own commands, which run on this machine: `rbd`, and `ceph` for what that does not tell.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { procedures } from "@fulmar/libvirt-rpc";
import type { z } from "zod";
import { ProviderError } from "../../../ports/provider-error.ts";
import type { FolderSite } from "../../libvirt-site.ts";
import { type CephAccess, secretOf } from "../../machine/disk-source.ts";
import { unfit } from "../../site/unfit.ts";
import { findSecret } from "./ceph-secret.ts";

/** What errno.h calls the exit codes of the commands. */
export const EXIT = { notFound: 2, busy: 16, exists: 17, hasSnapshots: 39 } as const;
const FULL = new Set([28, 122]);
const REFUSED = new Set([1, 13, 22]);
/** Of connecting and of a call of monitors; one of a disk lasts as long as its data takes. */
const ANSWER_SECONDS = 15;
/** How many commands run at a time. */
const AT_ONCE = 8;
const MOST_OUTPUT = 2 ** 26;
const SYSTEM = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";

/** How a command ended that was expected to. */
interface CommandEnd {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs Ceph's commands for a site. Their key is read from its hosts, once. */
export class CephCommands {
  readonly #site: FolderSite;
  readonly #ceph: CephAccess;
  #key: string | undefined;
  #running = 0;
  readonly #waiting: (() => void)[] = [];

  constructor(site: FolderSite, ceph: CephAccess) {
    this.#site = site;
    this.#ceph = ceph;
  }

  /**
   * Runs a command.
   * @param expected exit codes besides 0 that the caller knows
   * @throws ProviderError for any other end
   */
  async run(command: readonly string[], signal: AbortSignal, expected: readonly number[] = []): Promise<CommandEnd> {
    const environment = { CEPH_ARGS: await this.#arguments(signal) };
    await this.#turn();
    let end: CommandEnd;
    try {
      end = await runProgram(command, environment, signal);
    } finally {
      this.#running -= 1;
      this.#waiting.shift()?.();
    }
    if (end.code === 0 || expected.includes(end.code)) return end;
    throw refusalOf(command, end);
  }

  /** Runs a command that prints JSON. @returns undefined for what is not there */
  async read<Schema extends z.ZodType>(
    command: readonly string[],
    schema: Schema,
    signal: AbortSignal,
  ): Promise<z.infer<Schema> | undefined> {
    const { code, stdout } = await this.run([...command, "--format", "json"], signal, [EXIT.notFound]);
    return code === 0 ? schema.parse(JSON.parse(stdout)) : undefined;
  }

  /** The text of a configuration file of Ceph with the key. */
  async configuration(signal: AbortSignal): Promise<string> {
    return `[global]\nmon host = ${this.#ceph.monitors.join(",")}\nkey = ${await this.#keyOf(signal)}\n`;
  }

  /** A list of disks asks for each of them. */
  async #turn(): Promise<void> {
    while (this.#running >= AT_ONCE) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    this.#running += 1;
  }

  /** Others see the arguments of a process, but not its environment. */
  async #arguments(signal: AbortSignal): Promise<string> {
    const { user, monitors } = this.#ceph;
    const seconds = [`--client-mount-timeout=${ANSWER_SECONDS}`, `--rados-mon-op-timeout=${ANSWER_SECONDS}`];
    const known = [`--mon-host=${monitors.join(",")}`, `--id=${user}`, `--key=${await this.#keyOf(signal)}`];
    return ["--conf=/dev/null", ...known, ...seconds].join(" ");
  }

  async #keyOf(signal: AbortSignal): Promise<string> {
    if (this.#key === undefined) {
      const { client } = await this.#site.storage.host(signal);
      const secret = await findSecret(client, this.#ceph, signal);
      if (secret === undefined)
        throw unfit(
          `The site's host has no secret "${secretOf(this.#ceph)}" with the key of Ceph; define it as docs/kvm.md says.`,
        );
      const { value } = await client.call(procedures.secretGetValue, { secret, flags: 0 }, signal);
      this.#key = Buffer.from(value).toString("base64");
    }
    return this.#key;
  }
}

/** Runs a program of this machine. @throws ProviderError where it is not installed, and the signal's reason */
export async function runProgram(
  [program = "", ...args]: readonly string[],
  environment: Readonly<Record<string, string>>,
  signal: AbortSignal,
): Promise<CommandEnd> {
  signal.throwIfAborted();
  // The types of Next demand NODE_ENV of every environment.
  const env = Object.fromEntries(Object.entries({ PATH: SYSTEM, LC_ALL: "C", ...environment })) as NodeJS.ProcessEnv;
  const child = spawn(program, args, {
    stdio: ["ignore", "pipe", "pipe"],
    env,
  });
  const kill = () => child.kill("SIGKILL");
  signal.addEventListener("abort", kill);
  const said = { stdout: "", stderr: "" };
  for (const stream of ["stdout", "stderr"] as const)
    child[stream].on("data", (chunk: Buffer) => {
      said[stream] += chunk;
      if (said[stream].length > MOST_OUTPUT) kill();
    });
  try {
    const [code] = await once(child, "close");
    signal.throwIfAborted();
    return { code: code ?? -1, ...said };
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT")
      throw unfit(`The worker has no ${program}: install ceph-common, qemu-utils and qemu-block-extra there.`);
    throw error;
  } finally {
    signal.removeEventListener("abort", kill);
  }
}

function refusalOf([program, first, second]: readonly string[], { code, stderr }: CommandEnd): ProviderError {
  const cause = new Error(`${program} ${first} ${second} ended with ${code}: ${stderr.trim().slice(-1_000)}`);
  if (FULL.has(code)) {
    return new ProviderError("site_full", "The site has no room left for this; try it at another site, or later.", {
      retryable: false,
      cause,
    });
  }
  if (code === EXIT.notFound || REFUSED.has(code)) {
    return new ProviderError(
      "provider_refused",
      "The site's Ceph refused this step; its operator finds the reason in the worker's log.",
      { retryable: false, cause },
    );
  }
  // It does not answer, does not know the key, or somebody still has the disk open.
  return new ProviderError(
    "provider_unavailable",
    "The site's Ceph did not do this step; the operation can be tried again in a moment.",
    { retryable: true, cause },
  );
}
