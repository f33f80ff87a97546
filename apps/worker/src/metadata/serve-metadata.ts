import { setTimeout as sleep } from "node:timers/promises";
import type { Configuration } from "@fulmar/config";
import { MetadataDoor, metadataProvider, type WorkerServices } from "@fulmar/core/worker";
import type { Logger } from "@fulmar/engine";
import { listenForMachines, type MetadataServer, type ServedSite } from "./metadata-server.ts";

/** How long until the way is tried again: the site may not answer yet, or its bridge may not be up. */
const AGAIN_MS = 5_000;
const OPENING_MS = 60_000;

type Services = Pick<WorkerServices, "database" | "provider">;

/**
 * Serves the machines of the sites that this worker is beside, on their host (FULMAR_METADATA_SITE). It goes on trying
 * until the way of each is open. When it stops, the ways stay: another worker takes them, or connections are refused
 * until then.
 */
export function serveMetadata(
  services: Services,
  configuration: Configuration,
  logger: Logger,
): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const { metadata } = configuration;
  const servers = new Map<string, Serving>();
  const opening =
    metadata === undefined
      ? undefined
      : open({ services, configuration: { ...configuration, metadata }, servers, logger }, stopping.signal);
  return {
    async stop() {
      stopping.abort();
      await opening;
      await Promise.all([...servers.values()].map(({ server }) => server.close()));
    },
  };
}

/** A server at an address of the host, and the sites whose machines are led there. */
interface Serving {
  readonly server: MetadataServer;
  readonly sites: ServedSite[];
}

interface Parts {
  readonly services: Services;
  readonly configuration: Configuration & { readonly metadata: NonNullable<Configuration["metadata"]> };
  readonly servers: Map<string, Serving>;
  readonly logger: Logger;
}

async function open(parts: Parts, stopping: AbortSignal): Promise<void> {
  const { configuration, logger } = parts;
  const said = new Map<string, string>();
  for (let left = [...configuration.metadata.siteIds]; left.length > 0 && !stopping.aborted; ) {
    const later: string[] = [];
    for (const siteId of left) {
      try {
        const port = await openOnce(parts, siteId, stopping);
        logger.info({ site_id: siteId, port }, "machines get their metadata");
      } catch (error) {
        const why = error instanceof Error ? error.message : String(error);
        // Once for each reason: it may last.
        if (why !== said.get(siteId) && !stopping.aborted)
          logger.error({ err: error, site_id: siteId }, "machines get no metadata yet; it is tried again");
        said.set(siteId, why);
        later.push(siteId);
      }
    }
    left = later;
    if (left.length > 0) await pause(stopping);
  }
}

/** Opens the way of a site, and serves it with those of other sites that lead to the same address. */
async function openOnce(
  { services: { database, provider }, configuration, servers, logger }: Parts,
  siteId: string,
  stopping: AbortSignal,
): Promise<number> {
  const { siteIds, port } = configuration.metadata;
  const name = await metadataProvider(database.sql, siteId);
  if (name === undefined) throw new Error(`FULMAR_METADATA_SITE names no site: there is no ${siteId}.`);
  const site = async () => (await provider(name)).metadata;
  const signal = AbortSignal.any([stopping, AbortSignal.timeout(OPENING_MS)]);
  const others = siteIds.filter((other) => other !== siteId);
  const listener = await (await site()).open(port, signal, others);
  const served = { door: new MetadataDoor(database.sql, configuration, { siteId }), site };
  const present = servers.get(listener.host);
  if (present !== undefined) {
    present.sites.push(served);
    return present.server.port;
  }
  const sites = [served];
  const server = await listenForMachines({ sites, listener, port, logger });
  servers.set(listener.host, { server, sites });
  return server.port;
}

async function pause(stopping: AbortSignal): Promise<void> {
  try {
    await sleep(AGAIN_MS, undefined, { signal: stopping });
  } catch (error) {
    if (!stopping.aborted) throw error;
  }
}
