import { setTimeout as delay } from "node:timers/promises";
import type { LibvirtSite } from "../libvirt-site.ts";
import { isSilence } from "./site-hosts.ts";

const AGAIN_MS = 5_000;

/**
 * Reports the name of every machine whose state or definition changes, until the signal is aborted. A host that is away
 * is followed again once it is back.
 * @throws ProviderError, retryable, when the connection of a site's only host cannot be made or ends
 */
export async function followHosts(
  { hosts }: LibvirtSite,
  changed: (name: string) => void,
  signal: AbortSignal,
): Promise<void> {
  const [only] = hosts;
  if (only !== undefined && hosts.length === 1) return only.client.followMachines(changed, signal);
  const failed = new AbortController();
  const either = AbortSignal.any([signal, failed.signal]);
  const follow = async ({ client }: (typeof hosts)[number]) => {
    while (!either.aborted) {
      try {
        await client.followMachines(changed, either);
      } catch (error) {
        if (either.aborted) return;
        if (!isSilence(error)) throw error;
        await delay(AGAIN_MS, undefined, { signal: either }).catch(() => undefined);
      }
    }
  };
  try {
    await Promise.all(hosts.map(follow));
  } finally {
    failed.abort();
  }
}
