import { ProviderError } from "../../ports/provider-error.ts";
import { pathOf } from "../client/lxd-client.ts";
import { LxdRefusal } from "../client/lxd-refusal.ts";
import type { LxdSite } from "../lxd-site.ts";
import { LxdForward } from "./network-answers.ts";

export interface ForwardedPort {
  readonly protocol: "tcp" | "udp";
  readonly listen_port: string;
  readonly target_address: string;
  readonly target_port: string;
}

/** Traffic for a public address: some ports have targets of their own; the rest goes to the default or is dropped. */
export interface Forward {
  readonly network: string;
  readonly address: string;
  readonly target: string | null;
  readonly ports: readonly ForwardedPort[];
}

/**
 * Creates or replaces a forward on behalf of `ownerId`. An address that another network still has is refused as
 * retryable, because its owner releases it first.
 */
export async function putForward(
  { client }: LxdSite,
  ownerId: string,
  { network, address, target, ports }: Forward,
  signal: AbortSignal,
): Promise<void> {
  const forward = { description: ownerId, ports, config: target === null ? {} : { target_address: target } };
  const present = await client.find(pathOf("networks", network, "forwards", address), LxdForward, signal);
  if (present !== undefined)
    await client.change("PUT", pathOf("networks", network, "forwards", address), forward, signal);
  else
    await client
      .change("POST", pathOf("networks", network, "forwards"), { listen_address: address, ...forward }, signal)
      .catch(retriedWhenTaken);
}

/** The server has no separate status for an address that is already forwarded elsewhere. */
export function retriedWhenTaken(error: unknown): never {
  if (
    !(
      error instanceof LxdRefusal &&
      error.cause instanceof Error &&
      /overlaps with another (OVN )?network/.test(error.cause.message)
    )
  )
    throw error;
  throw new ProviderError(
    "address_not_free",
    "The public address is still in use by another resource at the site; the change continues when it is free.",
    {
      retryable: true,
      cause: error,
    },
  );
}

/** Removes a forward, unless another owner has taken the address over. */
export async function removeForward(
  { client }: LxdSite,
  ownerId: string,
  { network, address }: Pick<Forward, "network" | "address">,
  signal: AbortSignal,
): Promise<void> {
  const path = pathOf("networks", network, "forwards", address);
  const present = await client.find(path, LxdForward, signal);
  if (present?.description === ownerId) await client.remove(path, signal);
}
