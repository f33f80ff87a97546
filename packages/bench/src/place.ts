import { Rest } from "@fulmar/testkit/stack";
import type { Product } from "./product.ts";
import { senderTo } from "./sender-to.ts";

/** A site of an installation, as its users have it: by an API process. */
export interface Place {
  readonly rest: Rest;
  /** Of the API process, ending in /v1. */
  readonly url: string;
  readonly siteId: string;
  /** What a small VM there is asked with, besides its name. */
  readonly small: { readonly plan_id: string; readonly template_id: string; readonly site_id: string };
}

const SIMULATED = "site-ams-1";

/** What a place is besides the process that is asked. */
export const simulatedPlace = {
  siteId: SIMULATED,
  small: { plan_id: "plan-nano", template_id: "debian-13", site_id: SIMULATED },
} as const;

/**
 * Starts an API process and a worker of an installation.
 * @param quiet the worker's errors are not shown: that a site is fenced is one, again and again
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
