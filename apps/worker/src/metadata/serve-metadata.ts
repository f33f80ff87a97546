import { setTimeout as sleep } from "node:timers/promises";
import type { Configuration } from "@fulmar/config";
import { MetadataDoor, metadataProvider, type WorkerServices } from "@fulmar/core/worker";
import type { Logger } from "@fulmar/engine";
import { listenForMachines, type MetadataServer } from "./metadata-server.ts";

/** How long until the way is tried again: the site may not answer yet, or its bridge may not be up. */
const AGAIN_MS = 5_000;
const OPENING_MS = 60_000;

type Services = Pick<WorkerServices, "database" | "provider">;

/**
 * Serves the machines of the site that this worker is beside, on its host (FULMAR_METADATA_SITE). It goes on trying until
 * the way is open. When it stops, the way stays: another worker takes it, or connections are refused until then.
 */
export function serveMetadata(
  services: Services,
  configuration: Configuration,
  logger: Logger,
): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const { metadata } = configuration;
  const opening =
    metadata === undefined ? undefined : open(services, { ...configuration, metadata }, stopping.signal, logger);
  return {
    async stop() {
      stopping.abort();
      await (await opening)?.close();
    },
  };
}

async function open(
  services: Services,
  configuration: Configuration & { readonly metadata: NonNullable<Configuration["metadata"]> },
  stopping: AbortSignal,
  logger: Logger,
): Promise<MetadataServer | undefined> {
  const { siteId } = configuration.metadata;
  for (let said = ""; !stopping.aborted; await pause(stopping)) {
    try {
      const server = await openOnce(services, configuration, stopping, logger);
      logger.info({ site_id: siteId, port: server.port }, "machines get their metadata");
      return server;
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      // Once for each reason: it may last.
      if (why !== said && !stopping.aborted)
        logger.error({ err: error, site_id: siteId }, "machines get no metadata yet; it is tried again");
      said = why;
    }
  }
  return undefined;
}

async function openOnce(
  { database, provider }: Services,
  configuration: Configuration & { readonly metadata: NonNullable<Configuration["metadata"]> },
  stopping: AbortSignal,
  logger: Logger,
): Promise<MetadataServer> {
  const { siteId, port } = configuration.metadata;
  const name = await metadataProvider(database.sql, siteId);
  if (name === undefined) throw new Error(`FULMAR_METADATA_SITE names no site: there is no ${siteId}.`);
  const site = async () => (await provider(name)).metadata;
  const signal = AbortSignal.any([stopping, AbortSignal.timeout(OPENING_MS)]);
  const listener = await (await site()).open(port, signal);
  const door = new MetadataDoor(database.sql, configuration, { siteId });
  return listenForMachines({ door, site, listener, port, logger });
}

async function pause(stopping: AbortSignal): Promise<void> {
  try {
    await sleep(AGAIN_MS, undefined, { signal: stopping });
  } catch (error) {
    if (!stopping.aborted) throw error;
  }
}
