import type { Provider } from "@fulmar/providers";
import { SiteFenced } from "./fence.ts";
import { answeringInTime } from "./timed-provider.ts";
import type { WorkerServices } from "./worker-services.ts";

/** The interval at which a worker looks whether the operator has changed the connection of a provider. */
export const LOOK_AGAIN_MS = 5_000;

/** The lanes of reconcilers that work at sites: the providers. */
export function providerLanes({ providerNames }: Pick<WorkerServices, "providerNames">): Promise<readonly string[]> {
  return providerNames();
}

/**
 * Runs a reconciler's work at a provider, or in parallel at all of them, unless its sites are fenced. `guard-sites`
 * reports fenced sites. A call that the provider does not answer within two minutes fails.
 * @param lane the provider; by default all
 * @throws the first error, when all have ended; the signal's reason when it is aborted
 */
export async function eachProvider(
  services: Pick<WorkerServices, "provider" | "providerNames">,
  work: (provider: Provider, name: string) => Promise<void>,
  signal: AbortSignal,
  lane: string | undefined,
): Promise<void> {
  const names = lane === undefined ? await services.providerNames() : [lane];
  const results = await Promise.allSettled(names.map((name) => atOpenSite(services, work, name)));
  signal.throwIfAborted();
  for (const result of results) if (result.status === "rejected") throw result.reason;
}

async function atOpenSite(
  services: Pick<WorkerServices, "provider">,
  work: (provider: Provider, name: string) => Promise<void>,
  name: string,
): Promise<void> {
  try {
    await work(answeringInTime(await services.provider(name)), name);
  } catch (error) {
    if (!(error instanceof SiteFenced)) throw error;
  }
}
