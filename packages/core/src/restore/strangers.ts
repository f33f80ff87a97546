import type { Configuration } from "@fulmar/config";
import { type Database, type Sql, statement } from "@fulmar/prisma";
import type { Provider, Strangers } from "@fulmar/providers";
import { z } from "zod";
import { asOperator, atSite } from "../site/index.ts";

const unfinished = statement(
  "adoption_unfinished",
  "SELECT machine, vm_id, volumes FROM machine_adoption WHERE provider = $provider",
);

/** An adoption that has begun and not ended: the ids that labels at the site may have already. */
export interface UnfinishedAdoption {
  readonly machine: string;
  readonly vmId: string;
  /** The ids of volumes by their names at the site. */
  readonly volumeIds: Readonly<Record<string, string>>;
}

const VolumeIds = z.record(z.string(), z.string());

/** The adoptions at a provider that have begun and not ended. */
export async function unfinishedAdoptions(sql: Sql, provider: string): Promise<UnfinishedAdoption[]> {
  const rows = await sql.query(unfinished, { provider });
  return rows.map(({ machine, vm_id, volumes }) => ({ machine, vmId: vm_id, volumeIds: VolumeIds.parse(volumes) }));
}

/** The machines and volumes at a site that are not Fulmar's, and those whose adoption was interrupted. */
export async function findStrangers(
  provider: Provider,
  begun: readonly UnfinishedAdoption[],
  signal: AbortSignal,
): Promise<Strangers> {
  const ids = new Set(begun.flatMap(({ vmId, volumeIds }) => [vmId, ...Object.values(volumeIds)]));
  return provider.adoption.findStrangers(ids, signal);
}

/**
 * The machines and volumes at a site that are not Fulmar's. Changes nothing.
 * @throws DomainError 404; 409 when the site is fenced; 503 with the server's message
 */
export function listStrangers(
  database: Database,
  configuration: Pick<Configuration, "secrets" | "simulatedSiteUrl">,
  siteId: string,
): Promise<Strangers> {
  return atSite(database, configuration, siteId, ({ provider, providerName }) =>
    asOperator(async (signal) =>
      findStrangers(provider, await unfinishedAdoptions(database.sql, providerName), signal),
    ),
  );
}
