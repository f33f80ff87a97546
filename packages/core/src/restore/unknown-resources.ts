import { SiteResourceKind } from "@fulmar/contract";
import { type Database, type RowOf, type Sql, statement } from "@fulmar/prisma";
import { SiteRecord } from "@fulmar/providers";
import { DomainError } from "../request/domain-error.ts";
import { SITE_OF_UNKNOWN } from "../site/index.ts";

const COLUMNS = `u.provider, ${SITE_OF_UNKNOWN} AS site_id, u.kind, u.resource_id AS id, u.name, u.size, u.made_at,
  u.first_seen_at, u.record, jsonb_path_query_first(u.record, '$.rows.*[*].workspace_id') #>> '{}' AS workspace_id`;
const ORDER = "ORDER BY x.site_id, x.kind, x.id";

const list = statement(
  "unknown_list",
  `SELECT x.* FROM (SELECT ${COLUMNS} FROM unknown_resource u) x
    WHERE $site_id::text IS NULL OR x.site_id = $site_id ${ORDER}`,
);
const ofProvider = statement(
  "unknown_of_provider",
  `SELECT x.* FROM (SELECT ${COLUMNS} FROM unknown_resource u WHERE u.provider = $provider) x ${ORDER}`,
);

/**
 * A resource at a site that has our labels and that the database does not know. Its `site_id` is null if it is not at a
 * site. Its `workspace_id` comes from its record and may no longer exist.
 */
export interface UnknownResource extends Omit<RowOf<typeof list>, "kind" | "record"> {
  readonly kind: SiteResourceKind;
  readonly record: SiteRecord | null;
}

function toUnknown({ kind, record, ...row }: RowOf<typeof list | typeof ofProvider>): UnknownResource {
  return { ...row, kind: SiteResourceKind.parse(kind), record: SiteRecord.nullable().parse(record) };
}

const lock = statement(
  "unknown_lock",
  `SELECT kind FROM unknown_resource WHERE provider = $provider AND kind = $kind AND resource_id = $resource_id
    FOR UPDATE`,
);
const forget = statement(
  "unknown_forget",
  "DELETE FROM unknown_resource WHERE provider = $provider AND kind = $kind AND resource_id = $resource_id",
);

/** The unknown resources of a site, or of all sites. */
export async function listUnknown({ sql }: Pick<Database, "sql">, siteId?: string): Promise<UnknownResource[]> {
  return (await sql.query(list, { site_id: siteId })).map(toUnknown);
}

/** The unknown resources at all sites of a provider. */
export async function unknownOfProvider(sql: Sql, provider: string): Promise<UnknownResource[]> {
  return (await sql.query(ofProvider, { provider })).map(toUnknown);
}

/**
 * Locks a resource until the transaction ends.
 * @returns false when it is no longer unknown
 */
export async function lockUnknown(
  sql: Sql,
  { provider, kind, id }: Pick<UnknownResource, "provider" | "kind" | "id">,
): Promise<boolean> {
  return (await sql.query(lock, { provider, kind, resource_id: id })).length > 0;
}

/** Called after a resource was adopted or discarded. */
export async function forgetUnknown(
  sql: Sql,
  { provider, kind, id }: Pick<UnknownResource, "provider" | "kind" | "id">,
): Promise<void> {
  await sql.query(forget, { provider, kind, resource_id: id });
}

/** Resources that need others come first. */
const NEED: readonly string[] = [
  "vm",
  "load_balancer",
  "nat_gateway",
  "subnet",
  "volume",
  "snapshot",
  "backup",
  "vm_network",
  "cdn_distribution",
];

export function byNeed(unknown: readonly UnknownResource[]): UnknownResource[] {
  return unknown.toSorted((a, b) => NEED.indexOf(a.kind) - NEED.indexOf(b.kind));
}

/**
 * The resource with an id. The network of a VM has the VM's id.
 * @throws DomainError 404
 */
export function namedUnknown(unknown: readonly UnknownResource[], id: string): UnknownResource {
  const [named] = byNeed(unknown.filter((resource) => resource.id === id));
  if (named === undefined)
    throw new DomainError(
      "not_found",
      `The site has no unknown resource ${id}; admin site unknown lists those that it has.`,
    );
  return named;
}
