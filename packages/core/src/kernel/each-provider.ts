import type { Provider } from "@fulmar/providers";
import type { WorkerServices } from "./worker-services.ts";

/**
 * Does a reconciler's work at every provider, side by side, so that a site that does not answer keeps no other one waiting.
 * @throws the first fault, when all are through; the signal's reason when that is aborted
 */
export async function eachProvider(
  services: Pick<WorkerServices, "provider" | "providerNames">,
  work: (provider: Provider, name: string) => Promise<void>,
  signal: AbortSignal,
): Promise<void> {
  const results = await Promise.allSettled((await services.providerNames()).map(async (name) => work(await services.provider(name), name)));
  signal.throwIfAborted();
  for (const result of results) if (result.status === "rejected") throw result.reason;
}
