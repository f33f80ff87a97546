import { Rest } from "@fulmar/testkit/stack";
import type { Product } from "./product.ts";
import { senderTo } from "./sender-to.ts";

/** A site of an installation, as users reach it through an API process. */
export interface Place {
  readonly rest: Rest;
  /** Base URL of the API process, ending in /v1. */
  readonly url: string;
  readonly siteId: string;
  /** The body of a small VM's create, without a name. */
  readonly small: { readonly plan_id: string; readonly template_id: string; readonly site_id: string };
}

const SIMULATED = "site-ams-1";

/** The parts of a place that do not depend on its API process. */
export const simulatedPlace = {
  siteId: SIMULATED,
  small: { plan_id: "plan-nano", template_id: "debian-13", site_id: SIMULATED },
} as const;

/**
 * Starts an API process and a worker of an installation.
 * @param quiet hides the worker's errors, such as the repeated ones about a fenced site
 */
export async function openPlace(
  product: Product,
  { siteId, small }: Pick<Place, "siteId" | "small">,
  { quiet = false }: { readonly quiet?: boolean } = {},
): Promise<Place> {
  const { url } = await product.startService();
  if (quiet) product.startWorker();
  else product.startTalkingWorker();
  return { rest: new Rest(senderTo(url, product)), url, siteId, small };
}
