import { type Database, type RowOf, type Sql, statement } from "@fulmar/prisma";

/** Damage found when a file was reread: it is gone, its bytes are others, or the disk does not read it. */
export type FileDamage = "missing" | "changed" | "unreadable";

const next = statement(
  "file_scrub_next",
  `SELECT file_id, md5, damage FROM object_file WHERE file_id > $after AND freed_at IS NULL ORDER BY file_id
    LIMIT $limit::int`,
);

/** A file to reread, with the MD5 of its bytes, if it is known, and what was found before. */
export type FileToScrub = RowOf<typeof next>;

const record = statement(
  "file_scrub_record",
  `UPDATE object_file SET md5 = coalesce(md5, $md5), damage = $damage WHERE file_id = $file_id AND freed_at IS NULL
RETURNING file_id`,
);

const state = statement(
  "file_scrub_state",
  `SELECT scrub_position, scrub_ended_at,
          coalesce(scrub_began_at < now() - make_interval(days => $every_days::int), true) AS due FROM object_store`,
);

const begin = statement(
  "file_scrub_begin",
  "UPDATE object_store SET scrub_position = '', scrub_began_at = now(), scrub_ended_at = NULL",
);

const advance = statement("file_scrub_advance", "UPDATE object_store SET scrub_position = $scrub_position");

const end = statement(
  "file_scrub_end",
  "UPDATE object_store SET scrub_position = NULL, scrub_ended_at = now(), stray_files = $stray_files::bigint",
);

/** The progress of rereading all files, which goes on where it was stopped. */
export class FileScrub {
  readonly #sql: Sql;

  constructor(sql: Sql) {
    this.#sql = sql;
  }

  /**
   * Where to go on: after this file. Undefined if no pass is due.
   * @param everyDays from the beginning of one pass to the beginning of the next
   */
  async position(everyDays: number): Promise<string | undefined> {
    const row = await this.#sql.maybe(state, { every_days: everyDays });
    if (row === undefined) return undefined;
    if (row.scrub_position !== null) return row.scrub_position;
    if (row.due !== true) return undefined;
    await this.#sql.query(begin);
    return "";
  }

  files(after: string, limit: number): Promise<FileToScrub[]> {
    return this.#sql.query(next, { after, limit });
  }

  /**
   * Records what was found. @param md5 of a file whose MD5 was not known
   * @returns false if the file was freed meanwhile
   */
  async record(fileId: string, md5: string | null, damage: FileDamage | null): Promise<boolean> {
    return (await this.#sql.query(record, { file_id: fileId, md5, damage })).length > 0;
  }

  async advance(position: string): Promise<void> {
    await this.#sql.query(advance, { scrub_position: position });
  }

  /** @param strayFiles how many files of the folder no row names */
  async end(strayFiles: number): Promise<void> {
    await this.#sql.query(end, { stray_files: strayFiles });
  }
}

const report = statement(
  "file_scrub_report",
  `SELECT host, folder, scrub_position IS NOT NULL AS scrubbing, scrub_began_at, scrub_ended_at, stray_files
     FROM object_store`,
);

const damaged = statement(
  "file_scrub_damaged",
  `SELECT f.file_id, f.damage, b.name AS bucket_name, f.workspace_id::text AS workspace_id, o.key, o.version_id
     FROM object_file f
     LEFT JOIN LATERAL (
       SELECT bucket_id, key, version_id FROM object o
        WHERE o.workspace_id = f.workspace_id AND f.file_id = ANY (o.file_ids)
       UNION ALL
       SELECT bucket_id, key, version_id FROM object_version v
        WHERE v.workspace_id = f.workspace_id AND f.file_id = ANY (v.file_ids)) o ON true
     LEFT JOIN bucket b ON b.workspace_id = f.workspace_id AND b.bucket_id = o.bucket_id
    WHERE f.damage IS NOT NULL AND f.freed_at IS NULL ORDER BY f.file_id LIMIT $limit::int`,
);

/** The findings of rereading, for the operator. */
export interface ScrubReport {
  /** Undefined before an object store has started. */
  readonly folder: RowOf<typeof report> | undefined;
  /** Damaged files with the objects that they belong to, at most `limit`. Parts of an upload have no object. */
  readonly damaged: readonly RowOf<typeof damaged>[];
}

export async function readScrubReport({ sql }: Pick<Database, "sql">, limit: number): Promise<ScrubReport> {
  const [[folder], found] = await Promise.all([sql.query(report), sql.query(damaged, { limit })]);
  return { folder, damaged: found };
}
