import { type RowOf, type Sql, statement } from "@fulmar/prisma";

/** A range of keys in byte order: at or after `from`, before `before`. */
interface KeyRange {
  readonly from: string;
  readonly before: string;
}

const LAST_CODE_POINT = 0x10ffff;
/** Sorts after every key, as keys have at most 1,024 bytes. */
const BEHIND_ALL = String.fromCodePoint(LAST_CODE_POINT).repeat(257);

/** The keys that begin with a prefix. The order of code points is that of UTF-8's bytes. */
export function keysWithPrefix(prefix: string): KeyRange {
  const points = Array.from(prefix, (character) => character.codePointAt(0) ?? 0);
  while (points.at(-1) === LAST_CODE_POINT) points.pop();
  const last = points.pop();
  if (last === undefined) return { from: prefix, before: BEHIND_ALL };
  return { from: prefix, before: String.fromCodePoint(...points, last === 0xd7ff ? 0xe000 : last + 1) };
}

/** The first possible key after a key. Keys have no NUL. */
export function behindKey(key: string): string {
  return `${key}\u0001`;
}

/** The first text after all keys that begin with a common prefix. */
export function behindFolder(prefix: string): string {
  return keysWithPrefix(prefix).before;
}

/** An object of a page, or a common prefix, for which the object's columns are null. */
export interface ListedEntry {
  entry: string;
  is_prefix: boolean;
  /** Where the next page begins if this is the last entry of its page. */
  next_from: string;
  size: bigint | null;
  etag: string | null;
  content_type: string | null;
  modified_at: Date | null;
  retained_until: Date | null;
}

/** A page of a bucket, with the backend of the bucket. */
export interface BucketPage {
  readonly backend: RowOf<typeof plain>["backend"];
  readonly entries: ListedEntry[];
}

interface ObjectListQuery {
  readonly prefix: string;
  /** Groups keys by the first delimiter after the prefix. Undefined for no groups. */
  readonly delimiter: string | undefined;
  /** Where the page begins. Undefined for the first page. */
  readonly from: string | undefined;
  readonly limit: number;
}

/**
 * Looks a bucket up by its name, whatever its backend. A row without an entry means that the bucket exists but has no
 * entries.
 */
const ofBucket = (entries: string) => `
  SELECT b.backend::text, e.entry, e.is_prefix, e.next_from, e.size, e.etag, e.content_type, e.modified_at, e.retained_until
    FROM bucket b LEFT JOIN LATERAL (${entries}) e ON true
   WHERE b.workspace_id = $workspace_id::bigint AND b.name = $name AND b.deleted_at IS NULL
   ORDER BY e.entry COLLATE "C"`;

const keys = (from: string, limit: string) =>
  `SELECT * FROM object
    WHERE workspace_id = b.workspace_id AND bucket_id = b.bucket_id
      AND key >= ${from} COLLATE "C" AND key < $before::text COLLATE "C"
    ORDER BY key LIMIT ${limit}`;

const retainedUntil = "CASE WHEN o.retained_until > now() THEN o.retained_until END";

const plain = statement(
  "object_list",
  ofBucket(`
    SELECT o.key AS entry, false AS is_prefix, o.key || chr(1) AS next_from, o.size, o.etag, o.content_type,
           o.modified_at, ${retainedUntil} AS retained_until
      FROM (${keys("$from::text", "$limit::int")}) o`),
);

// One step per entry: finds the first key after the previous entry. A folder takes one index lookup, however many keys
// it has.
const step = (from: string) => `
  SELECT CASE WHEN f.found THEN f.folder ELSE o.key END AS entry, f.found AS is_prefix,
         CASE WHEN f.found THEN f.folder || $behind_all ELSE o.key || chr(1) END COLLATE "C" AS next_from,
         CASE WHEN NOT f.found THEN o.size END AS size, CASE WHEN NOT f.found THEN o.etag END AS etag,
         CASE WHEN NOT f.found THEN o.content_type END AS content_type,
         CASE WHEN NOT f.found THEN o.modified_at END AS modified_at,
         CASE WHEN NOT f.found THEN ${retainedUntil} END AS retained_until
    FROM (${keys(from, "1")}) o,
         LATERAL (SELECT strpos(substr(o.key, $prefix_length::int + 1), $delimiter::text) AS at) s,
         LATERAL (SELECT s.at > 0 AS found,
                         left(o.key, $prefix_length::int + s.at + length($delimiter) - 1) AS folder) f`;

const byFolder = statement(
  "object_list_folders",
  ofBucket(`
    WITH RECURSIVE walk AS (
      SELECT 1 AS nth, first.* FROM (${step("$from::text")}) first
      UNION ALL
      SELECT w.nth + 1, following.* FROM walk w, LATERAL (${step("w.next_from")}) following WHERE w.nth < $limit::int
    )
    SELECT * FROM walk`),
);

/**
 * A page of a bucket's objects in byte order of their keys, by skipping along the primary key.
 * @returns undefined when the store has no such bucket
 */
export async function listObjects(...of: Parameters<typeof findPage>): Promise<ListedEntry[] | undefined> {
  const page = await findPage(...of);
  return page?.backend === "embedded" ? page.entries : undefined;
}

/** The same for a bucket of any backend, of which only the embedded one has entries here. */
export async function findPage(
  sql: Sql,
  workspaceId: bigint,
  bucketName: string,
  query: ObjectListQuery,
): Promise<BucketPage | undefined> {
  const { from: first, before } = keysWithPrefix(query.prefix);
  const from =
    query.from === undefined || Buffer.compare(Buffer.from(query.from), Buffer.from(first)) < 0 ? first : query.from;
  const values = { workspace_id: workspaceId, name: bucketName, from, before, limit: query.limit };
  const { delimiter } = query;
  const rows =
    delimiter === undefined
      ? await sql.query(plain, values)
      : await sql.query(byFolder, {
          ...values,
          prefix_length: Array.from(query.prefix).length,
          delimiter,
          behind_all: BEHIND_ALL,
        });
  const [row] = rows;
  return row && { backend: row.backend, entries: rows.flatMap(toEntry) };
}

function toEntry({ entry, is_prefix, next_from, backend: _, ...rest }: RowOf<typeof plain>): ListedEntry[] {
  if (entry === null || is_prefix === null || next_from === null) return [];
  return [{ entry, is_prefix, next_from: is_prefix ? behindFolder(entry) : next_from, ...rest }];
}
