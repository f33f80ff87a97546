import { setTimeout as sleep } from "node:timers/promises";
import type { Reconciler } from "@fulmar/engine";
import { type Provider, ProviderError } from "@fulmar/providers";
import { eachProvider } from "../work/each-provider.ts";
import type { WorkerServices } from "../work/worker-services.ts";
import { showInstances } from "./reconcile-instances.ts";

/** How long one run listens: then it looks which sites there are. */
const LISTEN_MS = 60_000;
const PAUSE_MS = 5_000;

/**
 * Listens to what sites tell by themselves: an instance that is stopped, started or removed behind our back shows as
 * what it is at once. What is told while nobody listens is found by `reconcile-instances`.
 */
export const followSites: Reconciler<WorkerServices> = {
  name: "follow-sites",
  everyMs: 1_000,
  async run(services, signal) {
    const listening = AbortSignal.any([signal, AbortSignal.timeout(LISTEN_MS)]);
    await eachProvider(services, (provider, name) => followOn(services, provider, name, listening), signal);
  },
};

/** A site that does not answer is tried again; that it does not, `inspect-sites` tells. */
async function followOn(
  services: WorkerServices,
  provider: Provider,
  name: string,
  signal: AbortSignal,
): Promise<void> {
  for (;;) {
    try {
      return await follow(services, provider, name, signal);
    } catch (error) {
      if (signal.aborted) return;
      if (!(error instanceof ProviderError && error.retryable)) throw error;
    }
    await sleep(PAUSE_MS, undefined, { signal }).catch(() => undefined);
    if (signal.aborted) return;
  }
}

async function follow(
  services: WorkerServices,
  { compute, site }: Provider,
  name: string,
  signal: AbortSignal,
): Promise<void> {
  const changed = new Set<string>();
  // Ends the listening too: whoever follows the site next opens a connection of their own.
  const failed = new AbortController();
  let showing: Promise<void> | null = null;
  const show = async () => {
    for (let ids = [...changed]; ids.length > 0; ids = [...changed]) {
      changed.clear();
      // A site that was fenced meanwhile is not believed.
      await services.provider(name);
      await showInstances(services.database.sql, name, compute, ids, signal);
    }
    showing = null;
  };
  const told = (vmId: string) => {
    changed.add(vmId);
    showing ??= show().catch((error) => failed.abort(error));
  };
  try {
    await site.watchInstances(told, AbortSignal.any([signal, failed.signal]));
  } finally {
    await showing;
  }
  failed.signal.throwIfAborted();
}
