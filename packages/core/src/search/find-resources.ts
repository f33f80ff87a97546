import { FOUND_TYPES, type FoundType } from "@fulmar/contract";
import { statement } from "@fulmar/prisma";
import type { Handler } from "../request/context.ts";
import { searchedFamily } from "./searched-families.ts";

const PER_FAMILY = 6;
const MOST = 30;
/** The rows of a family that are searched for a part of a text: as many as a few pages of its list take. */
const NEWEST = 2000;
/**
 * Ids consist of letters, digits and underscores, so in any collation this sorts after all ids with the same prefix.
 */
const AFTER_EVERY_ID = "z".repeat(30);
/** Sorts after every continuation of a name. */
const AFTER_EVERY_NAME = "\u{10FFFF}";

// `$scopes` are those of the role. Ids that begin with `$text` are up to `$after_ids`, and names up to `$after_names`.
const find = statement(
  "search_find",
  [
    ...FOUND_TYPES.flatMap((type) => [byId(type), ...(isNamed(type) ? [byName(type)] : [])]),
    ...FOUND_TYPES.filter(isNamed).map(byPart),
  ].join(" UNION ALL "),
);
const locate = statement("search_locate", FOUND_TYPES.flatMap((type) => exactly(type, "= $id")).join(" UNION ALL "));

const named = statement("search_named", namedIn("$ids::text[]"));

/** Finds a resource by its id or by the other identifier that records use. Answers with its id. */
function exactly(type: FoundType, asked: string): string[] {
  const { id, calledBy } = searchedFamily(type);
  return [id, ...(calledBy === undefined ? [] : [calledBy])].map(
    (key) => `(SELECT ${record(type, key)} AND ${key} ${asked})`,
  );
}

function isNamed(type: FoundType): boolean {
  return searchedFamily(type).byName !== false;
}

function record(type: FoundType, id = searchedFamily(type).id): string {
  return `${columnsOf(type, id)} FROM ${rowsOf(type)}`;
}

function columnsOf(type: FoundType, id = searchedFamily(type).id): string {
  const { name, status = "NULL::text", parents } = searchedFamily(type);
  return (
    `'${type}' AS type, ${id} AS id, ${name} AS name, ${status} AS status, ARRAY[${parents.join(", ")}]::text[] AS ` +
    "parent_ids"
  );
}

function rowsOf(type: FoundType): string {
  const { scope, table, only } = searchedFamily(type);
  // The constant condition comes first, so that a family that the role may not read is not scanned.
  return `${table} WHERE '${scope}' = ANY ($scopes::text[]) AND workspace_id = $workspace_id::bigint AND ${only}`;
}

function byId(type: FoundType): string {
  const { id, lowerId = id } = searchedFamily(type);
  return `(SELECT ${record(type)}
      AND ${lowerId} >= $text::text AND ${lowerId} <= $after_ids::text AND starts_with(${lowerId}, $text::text)
    ORDER BY ${lowerId} LIMIT ${PER_FAMILY})`;
}

function byName(type: FoundType): string {
  const { name, alive } = searchedFamily(type);
  const sorted = `lower(${name}) COLLATE "C"`;
  return `(SELECT ${record(type)} AND ${alive} AND ${sorted} >= $text::text AND ${sorted} < $after_names::text
    ORDER BY ${sorted} LIMIT ${PER_FAMILY})`;
}

/** The newest rows with a text that contains the searched one. A single character is too little for that. */
function byPart(type: FoundType): string {
  const { table, id, name, alive, alsoBy = [] } = searchedFamily(type);
  const newest = `(SELECT * FROM ${rowsOf(type)} AND ${alive} ORDER BY ${id} DESC LIMIT ${NEWEST}) ${table}`;
  const contained = [name, ...alsoBy].map((text) => `strpos(lower(${text}), $text::text) > 0`).join(" OR ");
  return `(SELECT ${columnsOf(type)} FROM ${newest}
    WHERE length($text::text) > 1 AND (${contained}) LIMIT ${PER_FAMILY})`;
}

/**
 * The resources whose name or id begins with a text, ignoring case, in the families that a member may read, and then
 * those with the text in their name, address or tags. One round trip. Each family uses an index, or has few rows in a
 * workspace.
 */
export const findResources: Handler<"search.find"> = async ({ sql, workspace, caller }, { text }) => {
  const begins = text.trim().toLowerCase();
  if (begins === "") return [];
  const rows = await sql.query(find, {
    workspace_id: workspace.id,
    scopes: [...caller.scopes],
    text: begins,
    after_ids: begins + AFTER_EVERY_ID,
    after_names: begins + AFTER_EVERY_NAME,
  });
  const found = new Map(rows.map((row) => [`${row.type} ${row.id}`, row]));
  return [...found.values()].slice(0, MOST);
};

/** The resource with exactly this id, deleted or not, if the member may read its family. Otherwise null. */
export const locateResource: Handler<"search.locate"> = async ({ sql, workspace, caller }, { id }) => {
  const row = await sql.maybe(locate, { workspace_id: workspace.id, scopes: [...caller.scopes], id });
  return row ?? null;
};

/**
 * SQL for the resources that a list names, within its statement: rows with an id and its present name. Its values
 * are `workspace_id` and the `scopes` of the caller.
 * @param ids SQL for the array of ids
 */
export function namedIn(ids: string): string {
  return FOUND_TYPES.flatMap((type) => exactly(type, `= ANY (${ids})`)).join(" UNION ALL ");
}

/**
 * The resources with these ids that the member may read, deleted or not, unordered. For lists that have ids and show
 * names. One round trip.
 */
export const nameResources: Handler<"search.named"> = ({ sql, workspace, caller }, { ids }) =>
  sql.query(named, { workspace_id: workspace.id, scopes: [...caller.scopes], ids });
