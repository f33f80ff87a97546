import { type RowOf, type Sql, statement } from "@fulmar/prisma";
import type { CopiedVersion, StoredVersion } from "@fulmar/providers";

const between = statement(
  "bucket_move_versions_between",
  `SELECT key, number, source, target_version, etag, size, is_marker FROM bucket_move_version
    WHERE move_id = $move_id AND key > $from::text COLLATE "C"
      AND ($to::text IS NULL OR key <= $to::text COLLATE "C") ORDER BY key, number`,
);

const after = statement(
  "bucket_move_versions_after",
  `SELECT key, number, source, target_version, etag, size, is_marker FROM bucket_move_version
    WHERE move_id = $move_id AND key > $key::text COLLATE "C" ORDER BY key, number LIMIT 1000`,
);

const add = statement(
  "bucket_move_versions_add",
  `INSERT INTO bucket_move_version (move_id, workspace_id, key, source, target_version, etag, size, is_marker)
   SELECT $move_id, $workspace_id::bigint, v.key, v.source, v.target_version, v.etag, v.size, v.is_marker
     FROM unnest($keies::text[], $sources::text[], $target_versions::text[], $etags::text[], $sizes::bigint[],
                 $is_markers::boolean[]) WITH ORDINALITY
                   AS v (key, source, target_version, etag, size, is_marker, place)
    ORDER BY v.place`,
);

const remove = statement(
  "bucket_move_versions_remove",
  `DELETE FROM bucket_move_version v USING unnest($keies::text[], $numbers::bigint[]) AS r (key, number)
    WHERE v.move_id = $move_id AND v.key = r.key AND v.number = r.number`,
);

const totals = statement(
  "bucket_move_versions_total",
  `SELECT count(*) FILTER (WHERE NOT is_marker) AS objects, coalesce(sum(size), 0)::bigint AS bytes
     FROM bucket_move_version WHERE move_id = $move_id`,
);

/** A version of the source and what the target has of it. */
export type CopiedRow = RowOf<typeof between>;

/** A version that was just copied. */
export interface NewCopy {
  readonly version: StoredVersion;
  readonly copy: CopiedVersion;
}

/** A text that tells a version of the source from every other of its key, also from another one called "null". */
export function sourceOf({ versionId, etag, modifiedAt, isDeleteMarker }: StoredVersion): string {
  return [versionId, isDeleteMarker ? "marker" : etag, modifiedAt.toISOString()].join(" ");
}

/** The versions that a move has copied. */
export class CopiedVersions {
  readonly #sql: Sql;
  readonly #moveId: string;
  readonly #workspaceId: bigint;

  constructor(sql: Sql, moveId: string, workspaceId: bigint) {
    this.#sql = sql;
    this.#moveId = moveId;
    this.#workspaceId = workspaceId;
  }

  /** By key and in the order of copying: those of keys behind `from`, up to and with `to`. */
  between(from: string | null, to: string | null): Promise<CopiedRow[]> {
    return this.#sql.query(between, { move_id: this.#moveId, from: from ?? "", to });
  }

  /** At most 1,000, behind a key. */
  after(key: string | null): Promise<CopiedRow[]> {
    return this.#sql.query(after, { move_id: this.#moveId, key: key ?? "" });
  }

  async add(copies: readonly NewCopy[]): Promise<void> {
    if (copies.length === 0) return;
    await this.#sql.query(add, {
      move_id: this.#moveId,
      workspace_id: this.#workspaceId,
      keies: copies.map(({ version }) => version.key),
      sources: copies.map(({ version }) => sourceOf(version)),
      target_versions: copies.map(({ copy }) => copy.versionId),
      etags: copies.map(({ copy }) => copy.etag),
      sizes: copies.map(({ copy }) => BigInt(copy.size)),
      is_markers: copies.map(({ version }) => version.isDeleteMarker),
    });
  }

  async forget(rows: readonly Pick<CopiedRow, "key" | "number">[]): Promise<void> {
    if (rows.length === 0) return;
    await this.#sql.query(remove, {
      move_id: this.#moveId,
      keies: rows.map(({ key }) => key),
      numbers: rows.map(({ number }) => number),
    });
  }

  async totals(): Promise<{ readonly objects: bigint; readonly bytes: bigint }> {
    const row = await this.#sql.maybe(totals, { move_id: this.#moveId });
    return { objects: row?.objects ?? 0n, bytes: row?.bytes ?? 0n };
  }
}
