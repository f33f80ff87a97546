import { procedures } from "@fulmar/libvirt-rpc";
import type { LibvirtSite } from "../libvirt-site.ts";
import type { Machine } from "./machines.ts";

/** How long an agent may take to answer. */
const ANSWER_SECONDS = 10;

/**
 * Asks the agent in a guest (QEMU's guest agent protocol).
 * @returns what it answers, as JSON
 * @throws ProviderError, retryable while it does not answer; not retryable for what it refuses
 */
export async function askAgent(
  site: LibvirtSite,
  { domain }: Pick<Machine, "domain">,
  command: { readonly execute: string; readonly arguments?: object },
  signal: AbortSignal,
): Promise<unknown> {
  const asked = { domain, command: JSON.stringify(command), timeoutSeconds: ANSWER_SECONDS, flags: 0 };
  const { answer } = await site.client.call(procedures.domainAgentCommand, asked, signal);
  return JSON.parse(answer ?? "{}");
}

/** A guest must not stay frozen, so it is thawed also when whoever asked has gone. */
const THAW_MS = 15_000;

/**
 * Runs some quick work while the guest's file systems are written and hold still. A guest whose agent refuses, or does
 * not answer, is left as it is: what is copied then is as after a loss of power.
 */
export async function heldStill<Result>(
  site: LibvirtSite,
  machine: Pick<Machine, "domain">,
  work: () => Promise<Result>,
  signal: AbortSignal,
): Promise<Result> {
  const frozen = await askAgent(site, machine, { execute: "guest-fsfreeze-freeze" }, signal).then(
    () => true,
    () => false,
  );
  try {
    signal.throwIfAborted();
    return await work();
  } finally {
    const thawing = askAgent(site, machine, { execute: "guest-fsfreeze-thaw" }, AbortSignal.timeout(THAW_MS));
    // An agent that did not freeze may have nothing to thaw.
    await (frozen ? thawing : thawing.catch(() => undefined));
  }
}
