import { type Database, statement } from "@fulmar/prisma";
import { SITE_OF_UNKNOWN } from "../tenancy/index.ts";

/** A site as its operator sees it. */
interface ListedSite {
  readonly site_id: string;
  readonly name: string;
  readonly provider: string;
  /** Null for a site that is not on a server of its own, as is what a server says of itself. */
  readonly endpoint: string | null;
  readonly server: string | null;
  readonly reachable: boolean | null;
  readonly vms: number;
  readonly unsupported: readonly string[];
  /** Why nothing is changed there; null where work goes on. */
  readonly fenced: string | null;
  /** How many resources there are unknown to the database. */
  readonly unknown: number;
}

const list = statement(
  "site_list_operator",
  `SELECT s.site_id, s.name, split_part(s.provider, ':', 1) AS provider, c.endpoint, seen.server, seen.reachable, s.unsupported, f.reason AS fenced,
          (SELECT count(*)::int FROM unknown_resource u WHERE u.provider = s.provider AND ${SITE_OF_UNKNOWN} = s.site_id) AS unknown,
          (SELECT count(*)::int FROM vm v WHERE v.site_id = s.site_id AND v.deleted_at IS NULL) AS vms
     FROM site s LEFT JOIN site_connection c USING (site_id) LEFT JOIN site_capacity seen USING (site_id) LEFT JOIN site_fence f ON f.provider = s.provider
    WHERE s.removed_at IS NULL ORDER BY s.position`,
);

/** All sites, as the worker last saw them. */
export function listAllSites({ sql }: Pick<Database, "sql">): Promise<ListedSite[]> {
  return sql.queryAs<ListedSite & { [column: string]: unknown }>(list, []);
}
