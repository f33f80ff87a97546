import { LISTED_TYPES, type ListedType, MOST_COUNTED, TAGGED_TYPES, type TaggedType } from "@fulmar/contract";
import { statement } from "@fulmar/prisma";
import { contains, hasAny, isAmong } from "../query/search.ts";
import type { Handler } from "../request/context.ts";
import { searchedFamily } from "./searched-families.ts";

/** The filters of a list, as SQL over the table of its family. The test compares it with the list itself. */
interface ListedFamily {
  /** Where the rows are: `site_id`, if not stated. Null if they have no place. */
  readonly place?: string | null;
  /** The columns that the search looks in: the name, if not stated. */
  readonly searched?: readonly string[];
  readonly status?: string;
}

const LISTED: { readonly [Type in ListedType]?: ListedFamily } = {
  bucket: { place: "region" },
  reserved_ip: {
    searched: [
      "label",
      "(SELECT host(a.address) FROM public_address a WHERE a.public_ip_id = reserved_ip.public_ip_id)",
    ],
    status:
      "CASE WHEN num_nonnulls(attached_vm_id, attached_nat_gateway_id, attached_load_balancer_id) > 0 THEN " +
      "'attached' ELSE 'reserved' END",
  },
  cdn_distribution: { place: null },
};
const NOTHING = "''";

const isTagged = (type: ListedType): type is TaggedType => TAGGED_TYPES.some((tagged) => tagged === type);

function rowsOf(type: ListedType): string {
  const { scope, table, only, alive } = searchedFamily(type);
  return `FROM ${table}
    WHERE '${scope}' = ANY ($scopes::text[]) AND workspace_id = $workspace_id::bigint AND ${only} AND ${alive}`;
}

// `$scopes` are those of the role, `$search` the searched part.
const countOf = <const Type extends ListedType>(type: Type) => {
  const { name, ...family } = searchedFamily(type);
  const { place = "site_id", searched = [name], status = family.status ?? NOTHING } = LISTED[type] ?? {};
  const filters = [
    isAmong(`(${status})`, "$statuses"),
    isAmong(place ?? NOTHING, "$places"),
    hasAny(isTagged(type) ? "tags" : "'{}'::text[]", "$tags"),
    contains(searched, "$search"),
  ].join(" AND ");
  const upToMost = (rows: string) => `(SELECT count(*)::int FROM (SELECT ${rows} LIMIT ${MOST_COUNTED + 1}) r)`;
  return statement(
    `listed_count_${type}`,
    `SELECT ${upToMost(`${rowsOf(type)} AND ${filters}`)} AS matching, ${upToMost(rowsOf(type))} AS all`,
  );
};
const counts = Object.fromEntries(LISTED_TYPES.map((type) => [type, countOf(type)])) as {
  readonly [Type in ListedType]: ReturnType<typeof countOf<Type>>;
};

/** The rows whose tags are offered. */
const NEWEST = 2000;
const MOST_TAGS = 200;

const tagsOf = <const Type extends TaggedType>(type: Type) =>
  statement(
    `listed_tags_${type}`,
    `SELECT DISTINCT tag
       FROM (SELECT tags ${rowsOf(type)} ORDER BY ${searchedFamily(type).id} DESC LIMIT ${NEWEST}) r,
            unnest(r.tags) AS tag
      ORDER BY tag LIMIT ${MOST_TAGS}`,
  );
const tags = Object.fromEntries(TAGGED_TYPES.map((type) => [type, tagsOf(type)])) as {
  readonly [Type in TaggedType]: ReturnType<typeof tagsOf<Type>>;
};

/** Counts a list's rows, up to a limit, so that long lists cost no more than a few pages. */
export const countListed: Handler<"overview.listed"> = async (
  { sql, workspace, caller },
  { type, status, place, tag, search },
) => {
  return sql.one(counts[type], {
    workspace_id: workspace.id,
    scopes: [...caller.scopes],
    statuses: status,
    places: place,
    tags: tag,
    search,
  });
};

/** The tags to choose from in a list. */
export const listTags: Handler<"overview.tags"> = async ({ sql, workspace, caller }, { type }) => {
  const rows = await sql.query(tags[type], { workspace_id: workspace.id, scopes: [...caller.scopes] });
  return rows.flatMap(({ tag }) => tag ?? []);
};
