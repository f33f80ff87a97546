import type { Configuration } from "@fulmar/config";
import { NO_SITE } from "@fulmar/contract";
import { type Database, type Sql, statement } from "@fulmar/prisma";
import type { Provider, ResourceKind, SiteResource } from "@fulmar/providers";
import { z } from "zod";
import { auditOperator } from "../audit/index.ts";
import { auditValues } from "../request/audit-event.ts";
import { conflict } from "../request/domain-error.ts";
import { asOperator, atSite, type OperatedSite } from "../site/index.ts";
import { ownRow } from "./adopted-rows.ts";
import { BY_COMMAND, type Decided } from "./decided.ts";
import { isKnown } from "./find-unknown-resources.ts";
import { neededBy } from "./resource-needs.ts";
import { SiteView } from "./site-view.ts";
import {
  forgetUnknown,
  lockUnknown,
  namedUnknown,
  type UnknownResource,
  unknownOfProvider,
} from "./unknown-resources.ts";

const TIMEOUT_MS = 600_000;
/** The provider of distributions, which have no site. */
const CDN = NO_SITE;

const REMOVE: Readonly<
  Record<ResourceKind, (provider: Provider, resource: SiteResource, signal: AbortSignal) => Promise<void>>
> = {
  async vm({ compute, networks }, { id }, signal) {
    await compute.deleteInstance(id, signal);
    await networks.remove("vm", id, signal);
  },
  volume: ({ volumes }, { id }, signal) => volumes.deleteVolume(id, signal),
  snapshot: ({ recovery }, { id, recoveryPoint }, signal) =>
    recovery.deleteSnapshot(recoveryPoint?.vmId ?? "", id, signal),
  backup: ({ recovery }, { id, recoveryPoint }, signal) => recovery.deleteBackup(recoveryPoint?.vmId ?? "", id, signal),
  image: ({ images }, { id }, signal) => images.deleteImage(id, signal),
  subnet: ({ networks }, { id }, signal) => networks.remove("subnet", id, signal),
  vm_network: ({ networks }, { id }, signal) => networks.remove("vm", id, signal),
  nat_gateway: ({ networks }, { id }, signal) => networks.remove("nat_gateway", id, signal),
  load_balancer: ({ loadBalancers }, { id }, signal) => loadBalancers.remove(id, signal),
};

// If a step in progress creates the resource again, reconcilers remove it. A VM's network is removed with the VM.
const writeTombstone = statement(
  "discard_tombstone",
  `INSERT INTO tombstone (provider, kind, resource_id, vm_id, reason)
   SELECT $provider, kind, $resource_id, $vm_id, 'deleted'
     FROM unnest(CASE $kind WHEN 'vm' THEN ARRAY['vm', 'vm_network'] ELSE ARRAY[$kind] END) AS kind
       ON CONFLICT (provider, kind, resource_id) DO UPDATE SET reason = 'deleted', ended_at = now()`,
);

// The event belongs to the workspace of the record, unless that workspace is younger than the resource and so is
// another one. In that case it belongs to no workspace.
const audit = statement(
  "discard_audit",
  `WITH changed AS (
     SELECT w.organization_id, w.workspace_id FROM (VALUES (1)) AS one LEFT JOIN (
       SELECT w.organization_id, w.workspace_id FROM workspace w, installation i
        WHERE $workspace_id::bigint IS NOT NULL AND w.workspace_id = $workspace_id
          AND $created_at::timestamptz IS NOT NULL AND w.created_at <= $created_at
          AND $installation_id::text IS NOT NULL AND i.installation_id = $installation_id) w ON true)
   ${auditOperator("site.discard", {
     ...{ resource: "$resource_id", workspace: "changed.workspace_id", detail: "$detail" },
   })}`,
);

/** The owner in a record. */
const Owner = z.object({ workspace_id: z.coerce.bigint(), created_at: z.string() });

export interface Discarded {
  readonly kind: string;
  readonly id: string;
  readonly name: string | null;
}

/**
 * Removes an unknown resource from its site for good. Never removes one that the database knows.
 * @throws DomainError 404, 409 when it is known after all or others need it, 503 with the server's message
 */
export function discardResource(
  database: Database,
  configuration: Pick<Configuration, "secrets" | "simulatedSiteUrl">,
  { siteId, id }: { readonly siteId: string; readonly id: string },
): Promise<Discarded> {
  if (siteId === CDN) return discardDistribution(database, id, BY_COMMAND);
  return atSite(database, configuration, siteId, (site) =>
    asOperator((signal) => discardAt(database, site, id, signal, BY_COMMAND), TIMEOUT_MS),
  );
}

/** A distribution is at the edge and not at a site: `reconcile-edge` removes it. */
export async function discardDistribution(database: Database, id: string, by: Decided): Promise<Discarded> {
  const resource = namedUnknown(await unknownOfProvider(database.sql, CDN), id);
  await database.transaction(({ sql }) => decide(sql, resource, undefined, by), { asAdopter: true });
  return { kind: resource.kind, id, name: resource.name };
}

/**
 * Writes the tombstone first: if the site fails or this process crashes, reconcilers do the rest. The same transaction
 * checks once more that the database does not know the resource.
 */
export async function discardAt(
  database: Database,
  site: OperatedSite,
  id: string,
  signal: AbortSignal,
  by: Decided,
): Promise<Discarded> {
  const { provider, providerName } = site;
  const unknown = await unknownOfProvider(database.sql, providerName);
  const resource = namedUnknown(unknown, id);
  const { kind, name } = resource;
  if (kind === "cdn_distribution")
    throw conflict("not_at_site", `The distribution ${id} is at no site; discard it with --site ${CDN}.`);
  const view = new SiteView(provider, unknown, signal);
  const [needing] = await neededBy(view, kind, id);
  if (needing !== undefined)
    throw conflict(
      "needed",
      `${needing.name ?? needing.id} (${needing.kind}) needs ${id}: discard or adopt that first.`,
    );
  const described = await view.describe(kind, id);
  await database.transaction(({ sql }) => decide(sql, resource, described, by), { asAdopter: true });
  if (described !== undefined) await REMOVE[kind](provider, described, signal);
  return { kind, id, name };
}

/**
 * Removes what is left of a discarded resource at its site.
 * @throws ProviderError
 */
export async function removeDiscarded(
  { provider }: OperatedSite,
  kind: ResourceKind,
  id: string,
  signal: AbortSignal,
): Promise<void> {
  const described = await provider.inventory.describe(kind, id, signal);
  if (described !== undefined) await REMOVE[kind](provider, described, signal);
}

async function decide(
  sql: Sql,
  resource: UnknownResource,
  described: SiteResource | undefined,
  by: Decided,
): Promise<void> {
  const { provider, kind, id } = resource;
  if (!(await lockUnknown(sql, resource))) throw conflict("not_unknown", `${id} is no longer unknown.`);
  if (await isKnown(sql, kind, id))
    throw conflict("not_unknown", `The database knows ${id}; delete it with the API or the console.`);
  await sql.query(writeTombstone, { provider, kind, resource_id: id, vm_id: described?.recoveryPoint?.vmId });
  await forgetUnknown(sql, resource);
  await auditDiscard(sql, resource, described, by);
  await by.settle(sql, outcomeOf(kind, described));
}

function outcomeOf(kind: string, described: SiteResource | undefined): string {
  if (kind === "cdn_distribution") return "Edges serve it no longer within a minute.";
  return described === undefined ? "The site had it no longer." : "Deleted from its site.";
}

async function auditDiscard(
  sql: Sql,
  { kind, id, record }: UnknownResource,
  described: SiteResource | undefined,
  { reason }: Decided,
): Promise<void> {
  const kept = described?.record ?? record;
  const owner = kind === "cdn_distribution" ? undefined : Owner.safeParse(ownRow({ kind, record: kept })).data;
  await sql.query(audit, {
    workspace_id: owner?.workspace_id,
    created_at: owner?.created_at,
    installation_id: kept?.installation_id,
    resource_id: id,
    detail: reason,
    ...auditValues(),
  });
}
