import type { Configuration } from "@fulmar/config";
import { type Database, type Sql, statement } from "@fulmar/prisma";
import { conflict, DomainError } from "../request/domain-error.ts";
import { namedBlockers } from "../request/named-blockers.ts";
import { asOperator, FIRST_IMPORTED } from "../site/index.ts";
import { SiteFenced } from "../work/fence.ts";
import { isSimulated } from "../work/simulated-name.ts";
import { SiteGate } from "../work/site-gate.ts";
import { SiteProviders, serverOfSite } from "../work/site-providers.ts";
import { recordUnknown } from "./find-unknown-resources.ts";

const TIMEOUT_MS = 600_000;

/** A concurrent creation at the site waits for this transaction, and `require_site` then refuses it. */
const lock = statement("site_lock", "SELECT FROM site WHERE site_id = $site_id FOR UPDATE");

const resourcesAtSite = statement(
  "site_resources",
  `SELECT 'VM' AS type, vm_id AS id, name FROM vm
    WHERE site_id = $site_id AND (deleted_at IS NULL OR restorable_until IS NOT NULL)
    UNION ALL SELECT 'volume', volume_id, name FROM volume
    WHERE site_id = $site_id AND (deleted_at IS NULL OR restorable_until IS NOT NULL)
    UNION ALL SELECT 'VPC', vpc_id, name FROM vpc WHERE site_id = $site_id
    UNION ALL SELECT 'load balancer', load_balancer_id, name FROM load_balancer WHERE site_id = $site_id
    UNION ALL SELECT 'reserved address', public_ip_id, coalesce(nullif(label, ''), public_ip_id) FROM reserved_ip
    WHERE site_id = $site_id
    UNION ALL SELECT 'image', image_id, name FROM vm_image WHERE site_id = $site_id AND deleted_at IS NULL
    UNION ALL SELECT 'copy of an image', c.copy_id, i.name FROM image_copy c JOIN vm_image i USING (image_id)
    WHERE c.site_id = $site_id AND c.deleted_at IS NULL
    UNION ALL SELECT 'kept backup', b.backup_id, v.name
      FROM vm v JOIN backup b ON b.workspace_id = v.workspace_id AND b.vm_id = v.vm_id AND b.deleted_at IS NULL
     WHERE v.site_id = $site_id AND v.deleted_at IS NOT NULL AND v.restorable_until IS NULL
    UNION ALL SELECT 'kept snapshot', s.snapshot_set_id, s.name
      FROM vm v JOIN snapshot_set s ON s.workspace_id = v.workspace_id AND s.vm_id = v.vm_id AND s.deleted_at IS NULL
     WHERE v.site_id = $site_id AND v.deleted_at IS NOT NULL AND v.restorable_until IS NULL
    ORDER BY type, name`,
);

const unknown = statement(
  "site_unknown",
  `SELECT kind AS type, resource_id AS id, coalesce(name, resource_id) AS name FROM unknown_resource
    WHERE provider = $provider ORDER BY kind, resource_id`,
);

const removable = statement(
  "site_removable",
  `SELECT name, provider, setup_state, EXISTS (SELECT FROM site other
                                   WHERE other.provider = site.provider AND other.site_id <> site.site_id
                                     AND other.removed_at IS NULL) AS shared
     FROM site
    WHERE site_id = $site_id AND (split_part(provider, ':', 2) = $site_id OR closed_at IS NOT NULL)`,
);

const markRemoved = statement("site_mark_removed", "UPDATE site SET removed_at = now() WHERE site_id = $site_id");
const unmarkRemoved = statement("site_unmark_removed", "UPDATE site SET removed_at = NULL WHERE site_id = $site_id");

// An image that an operator has imported and no other site has is deleted, unless a VM uses it. Deleted volumes are
// removed with the server's project. What belongs to the provider stays, if parameter 2 does not name it: another site
// has it too.
const takeAway = statement(
  "site_take_away",
  `WITH plans AS (
     UPDATE plan SET site_ids = array_remove(site_ids, $site_id) WHERE $site_id = ANY (site_ids)
   ), unused AS (
     DELETE FROM image i
      WHERE site_ids = ARRAY[$site_id] AND position >= ${FIRST_IMPORTED}
        AND NOT EXISTS (SELECT FROM vm v WHERE v.template_id = i.template_id) RETURNING template_id
   ), images AS (
     UPDATE image SET site_ids = array_remove(site_ids, $site_id)
      WHERE $site_id = ANY (site_ids) AND template_id NOT IN (SELECT template_id FROM unused)
   ), volumes AS (
     UPDATE volume SET reclaimed_at = now() WHERE site_id = $site_id AND deleted_at IS NOT NULL AND reclaimed_at IS NULL
   ), own_images AS (
     UPDATE vm_image SET reclaimed_at = now() WHERE site_id = $site_id AND deleted_at IS NOT NULL AND reclaimed_at IS NULL
   ), image_copies AS (
     UPDATE image_copy SET reclaimed_at = now() WHERE site_id = $site_id AND deleted_at IS NOT NULL AND reclaimed_at IS NULL
   ), addresses AS (
     DELETE FROM public_address WHERE site_id = $site_id
   ), capacity AS (
     DELETE FROM site_capacity WHERE site_id = $site_id
   ), hours AS (
     DELETE FROM site_capacity_hour WHERE site_id = $site_id
   ), hosts AS (
     DELETE FROM site_host WHERE site_id = $site_id
   ), tombstones AS (
     DELETE FROM tombstone WHERE $provider::text IS NOT NULL AND provider = $provider
   ), unknown AS (
     DELETE FROM unknown_resource WHERE provider = $provider
   ), strangers AS (
     DELETE FROM site_stranger WHERE provider = $provider
   ), decisions AS (
     UPDATE site_decision SET state = 'failed', ended_at = now(), outcome = 'The site was removed.', request_sealed = NULL
      WHERE site_id = $site_id AND state = 'waiting' AND decision_id <> $decision_id
   ), fence AS (
     DELETE FROM site_fence WHERE provider = $provider
   ), schedule AS (
     DELETE FROM reconciler WHERE lane = $provider
   )
   DELETE FROM site_connection WHERE site_id = $site_id`,
);

// Deleted VMs and volumes refer to the site for as long as their history is kept, and so do regions.
const forget = statement(
  "site_forget",
  `DELETE FROM site
    WHERE site_id = $site_id AND NOT EXISTS (SELECT FROM vm WHERE site_id = $site_id)
      AND NOT EXISTS (SELECT FROM volume WHERE site_id = $site_id)
      AND NOT EXISTS (SELECT FROM vm_image WHERE site_id = $site_id)
      AND NOT EXISTS (SELECT FROM image_copy WHERE site_id = $site_id)
      AND NOT EXISTS (SELECT FROM storage_region WHERE site_id = $site_id) RETURNING site_id`,
);

interface RemovedSite {
  readonly siteId: string;
  readonly name: string;
  /** Null if the server was not asked. */
  readonly projectRemoved: boolean | null;
  /** The history of deleted resources refers to the site, so its row stays, hidden. */
  readonly historyKept: boolean;
}

interface SiteRemoval {
  readonly siteId: string;
  /** The server no longer answers and is not called. */
  readonly serverGone: boolean;
  /** The decision that asks for it. Others about the site end. */
  readonly decisionId?: string;
}

/**
 * Removes an unused site: first what Fulmar created on its server, then the site. If the server fails, the site stays
 * as it was. If this process crashes, the command can be repeated.
 * @throws DomainError 404; 409 that names the resources or unknown resources at the site, or says that it is fenced;
 * 503 with the server's message
 */
export async function removeSite(
  database: Database,
  configuration: Pick<Configuration, "secrets" | "simulatedSiteUrl">,
  { siteId, serverGone, decisionId = "" }: SiteRemoval,
): Promise<RemovedSite> {
  const site = await database.sql.maybe(removable, { site_id: siteId });
  if (site === undefined)
    throw new DomainError("not_found", "There is no such site that can be removed; check its id.");
  const { name, provider, shared, setup_state } = site;
  const served = isSimulated(provider) ? undefined : await serverOfSite(database.sql, configuration.secrets, siteId);
  await refuseResidents(database.sql, siteId);
  // Before it is connected, nobody has made anything there; a server that was never changed is not called.
  if (!serverGone && setup_state === null) await refuseUnknown(database, configuration, provider);
  await database.transaction(async ({ sql }) => {
    await sql.query(lock, { site_id: siteId });
    await refuseResidents(sql, siteId);
    await sql.query(markRemoved, { site_id: siteId });
  });
  let projectRemoved: boolean | null = null;
  if (!serverGone && served !== undefined && setup_state !== "new") {
    const { kind, server } = served;
    try {
      ({ projectRemoved } = await asOperator((signal) => kind.remove(server, signal), TIMEOUT_MS));
    } catch (error) {
      await database.sql.query(unmarkRemoved, { site_id: siteId });
      throw error;
    }
  }
  const forgotten = await database.transaction(
    async ({ sql }) => {
      await sql.query(takeAway, { site_id: siteId, provider: shared ? null : provider, decision_id: decisionId });
      return sql.query(forget, { site_id: siteId });
    },
    { asAdopter: true },
  );
  return { siteId, name, projectRemoved, historyKept: forgotten.length === 0 };
}

/** @throws DomainError 409 while the site has unknown resources, or is fenced */
async function refuseUnknown(
  database: Database,
  configuration: Pick<Configuration, "secrets" | "simulatedSiteUrl">,
  name: string,
): Promise<void> {
  const providers = new SiteProviders(database, configuration);
  try {
    const provider = await providers.get(name);
    await asOperator(async (signal) => {
      await new SiteGate(database.sql).enter(name, provider.inventory);
      await recordUnknown({ sql: database.sql, pages: () => database.sql }, name, provider, signal);
    });
  } catch (error) {
    if (error instanceof SiteFenced) throw conflict("site_fenced", error.message);
    throw error;
  } finally {
    await providers.close();
  }
  const left = await database.sql.query(unknown, { provider: name });
  if (left.length > 0)
    throw conflict(
      "site_in_use",
      `The site has resources that the database does not know: ${namedBlockers(left)}; adopt or discard them first.`,
      left,
    );
}

/** @throws DomainError 409 that names the resources at the site */
export async function refuseResidents(sql: Sql, siteId: string): Promise<void> {
  const living = await sql.query(resourcesAtSite, { site_id: siteId });
  if (living.length > 0)
    throw conflict(
      "site_in_use",
      `The site is in use: ${namedBlockers(living)}; delete these resources first.`,
      living,
    );
}
