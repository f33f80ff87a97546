import "server-only";
import { listEndpoints } from "@fulmar/core";
import { services } from "./services.ts";

const KEPT_MS = 60_000;
/** Cached for a minute, because every page names the origins in its policy. */
let kept: { readonly until: number; readonly origins: Promise<readonly string[]> } | undefined;

/**
 * The origins from which browsers read and write objects: the installation's own object store and the operator's
 * endpoints of regions.
 */
export function objectStoreOrigins(): Promise<readonly string[]> {
  if (kept === undefined || kept.until < Date.now()) kept = { until: Date.now() + KEPT_MS, origins: readOrigins() };
  return kept.origins;
}

/** Pages must render even if the database is down. They report themselves what they could not load. */
async function readOrigins(): Promise<readonly string[]> {
  const { configuration, database, logger } = services();
  const endpoints = await listEndpoints(database).catch((error: unknown) => {
    logger.warn({ err: error }, "the endpoints of regions could not be read");
    kept = undefined;
    return [];
  });
  return [...new Set([configuration.publicObjectStoreUrl, ...endpoints].map((url) => new URL(url).origin))];
}
