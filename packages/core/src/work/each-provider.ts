import type { Provider } from "@fulmar/providers";
import { SiteFenced } from "./fence.ts";
import type { WorkerServices } from "./worker-services.ts";

/**
 * Runs a reconciler's work in parallel at every provider whose sites are not fenced, so that a site that does not
 * answer delays no other. `guard-sites` reports fenced sites.
 * @throws the first error, when all have ended; the signal's reason when it is aborted
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
