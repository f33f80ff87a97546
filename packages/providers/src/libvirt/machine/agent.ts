import { procedures } from "@fulmar/libvirt-rpc";
import { z } from "zod";
import { says } from "../client/libvirt-refusal.ts";
import type { Machine } from "./machine.ts";

/** How long an agent may take to answer. Many that do not must not hold up other calls. */
const ANSWER_SECONDS = 10;

/**
 * Asks the agent in a guest (QEMU's guest agent protocol).
 * @returns what it answers, as JSON
 * @throws ProviderError, retryable while it does not answer; not retryable for what it refuses
 */
export async function askAgent(
  { domain, host }: Pick<Machine, "domain" | "host">,
  command: { readonly execute: string; readonly arguments?: object },
  signal: AbortSignal,
): Promise<unknown> {
  const asked = { domain, command: JSON.stringify(command), timeoutSeconds: ANSWER_SECONDS, flags: 0 };
  const { answer } = await host.client.callApart(procedures.domainAgentCommand, asked, signal);
  return JSON.parse(answer ?? "{}");
}

/** Whether a call failed at the guest: its agent refuses, does not answer, or ends with the machine. */
export function isOfGuest(error: unknown): boolean {
  return says(error, ...AGENT_FAILURES);
}

const AGENT_FAILURES = [
  "internalError",
  "operationInvalid",
  "agentUnresponsive",
  "agentUnsynced",
  "agentCommandTimeout",
  "agentCommandFailed",
] as const;

const Opened = z.object({ return: z.int() });
const Read = z.object({ return: z.object({ "buf-b64": z.base64(), eof: z.boolean() }) });
const MOST_BYTES = 2 ** 20;

/**
 * Reads a text file of a guest. What is longer than a mebibyte is cut off.
 * @returns undefined where the agent does not open it, as those of Red Hat's family do not
 */
export async function readGuestFile(
  machine: Pick<Machine, "domain" | "host">,
  path: string,
  signal: AbortSignal,
): Promise<string | undefined> {
  const ask = (execute: string, given: object) => askAgent(machine, { execute, arguments: given }, signal);
  let handle: number;
  try {
    handle = Opened.parse(await ask("guest-file-open", { path, mode: "r" })).return;
  } catch (error) {
    if (says(error, "internalError", "agentCommandFailed")) return undefined;
    throw error;
  }
  try {
    const parts: Buffer[] = [];
    for (let bytes = 0, eof = false; !eof && bytes < MOST_BYTES; ) {
      const read = Read.parse(await ask("guest-file-read", { handle, count: READ_BYTES })).return;
      const part = Buffer.from(read["buf-b64"], "base64");
      parts.push(part);
      bytes += part.length;
      eof = read.eof || part.length === 0;
    }
    return Buffer.concat(parts).toString();
  } finally {
    await ask("guest-file-close", { handle });
  }
}

const READ_BYTES = 65_536;

/** A guest must not stay frozen, so it is thawed also when whoever asked has gone. */
const THAW_MS = 15_000;

/**
 * Runs some quick work while the guest's file systems are written and hold still. A guest whose agent refuses, or does
 * not answer, is left as it is: what is copied then is as after a loss of power.
 */
export async function heldStill<Result>(
  machine: Pick<Machine, "domain" | "host">,
  work: () => Promise<Result>,
  signal: AbortSignal,
): Promise<Result> {
  const frozen = await askAgent(machine, { execute: "guest-fsfreeze-freeze" }, signal).then(
    () => true,
    () => false,
  );
  try {
    signal.throwIfAborted();
    return await work();
  } finally {
    const thawing = askAgent(machine, { execute: "guest-fsfreeze-thaw" }, AbortSignal.timeout(THAW_MS));
    // An agent that did not freeze may have nothing to thaw.
    await (frozen ? thawing : thawing.catch(() => undefined));
  }
}
