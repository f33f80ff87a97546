import type { Provider } from "@fulmar/providers";
import { SiteFenced } from "./fence.ts";
import type { WorkerServices } from "./worker-services.ts";

/**
 * Does a reconciler's work at every provider whose sites are not fenced, side by side, so that a site that does not
 * answer keeps no other one waiting. That a site is fenced, `guard-sites` tells.
 * @throws the first fault, when all are through; the signal's reason when that is aborted
 */
export async function eachProvider(
  services: Pick<WorkerServices, "provider" | "providerNames">,
  work: (provider: Provider, name: string) => Promise<void>,
  signal: AbortSignal,
): Promise<void> {
  const results = await Promise.allSettled(
    (await services.providerNames()).map((name) => atOpenSite(services, work, name)),
  );
  signal.throwIfAborted();
  for (const result of results) if (result.status === "rejected") throw result.reason;
}

async function atOpenSite(
  services: Pick<WorkerServices, "provider">,
  work: (provider: Provider, name: string) => Promise<void>,
  name: string,
): Promise<void> {
  try {
    await work(await services.provider(name), name);
  } catch (error) {
    if (!(error instanceof SiteFenced)) throw error;
  }
}
