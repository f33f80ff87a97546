import { setTimeout as sleep } from "node:timers/promises";
import type { Reconciler } from "@fulmar/engine";
import { type Provider, ProviderError } from "@fulmar/providers";
import { eachProvider, providerLanes } from "../work/each-provider.ts";
import type { WorkerServices } from "../work/worker-services.ts";
import { showInstances } from "./reconcile-instances.ts";

/** How long one run listens before it reads the list of sites again. */
const LISTEN_MS = 60_000;
const PAUSE_MS = 5_000;

/**
 * Listens to events from sites: a VM whose instance was stopped, started or removed outside Fulmar is updated at once.
 * `reconcile-instances` finds changes whose events were missed.
 */
export const followSites: Reconciler<WorkerServices> = {
  name: "follow-sites",
  everyMs: 1_000,
  lanes: providerLanes,
  async run(services, signal, lane) {
    const listening = AbortSignal.any([signal, AbortSignal.timeout(LISTEN_MS)]);
    await eachProvider(services, (provider, name) => followOn(services, provider, name, listening), signal, lane);
  },
};

/** Retries when the site does not answer. `inspect-sites` reports that it does not. */
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
  // Aborting this also ends the listening; the next run opens its own connection.
  const failed = new AbortController();
  let showing: Promise<void> | null = null;
  const show = async () => {
    for (let ids = [...changed]; ids.length > 0; ids = [...changed]) {
      changed.clear();
      // The gate refuses a site that has been fenced meanwhile.
      await services.provider(name);
      await showInstances(services.database.sql, name, compute, ids, signal);
    }
    showing = null;
  };
  const reported = (vmId: string) => {
    changed.add(vmId);
    showing ??= show().catch((error) => failed.abort(error));
  };
  try {
    await site.watchInstances(reported, AbortSignal.any([signal, failed.signal]));
  } finally {
    await showing;
  }
  failed.signal.throwIfAborted();
}
