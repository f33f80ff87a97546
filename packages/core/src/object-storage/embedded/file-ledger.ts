import { type Sql, statement } from "@fulmar/prisma";
import { DATABASE_ID } from "../../work/site-gate.ts";

const history = statement(
  "object_file_history",
  `SELECT ${DATABASE_ID} || '/' || (SELECT timeline_id FROM pg_control_checkpoint()) AS history`,
  { present: ["history"] }, // Every server has an identifier and a timeline, and this database an oid.
);
const known = statement("object_file_known", "SELECT file_id FROM object_file WHERE file_id = ANY ($file_ids::text[])");
const freed = statement(
  "object_file_freed",
  `SELECT file_id FROM object_file
    WHERE freed_at < now() - make_interval(secs => $seconds::float8) AND file_id <> ALL ($file_ids::text[])
    ORDER BY freed_at LIMIT $limit::int`,
);
const forget = statement(
  "object_file_forget",
  "DELETE FROM object_file WHERE file_id = ANY ($file_ids::text[]) AND freed_at IS NOT NULL",
);
const abortOld = statement(
  "multipart_abort_old",
  `DELETE FROM multipart_upload u USING (
     SELECT workspace_id, upload_id FROM multipart_upload
      WHERE created_at < now() - make_interval(days => $days::int) AND remote_id IS NULL
      ORDER BY created_at LIMIT $limit::int FOR UPDATE SKIP LOCKED
   ) old WHERE u.workspace_id = old.workspace_id AND u.upload_id = old.upload_id RETURNING u.upload_id`,
);

/** The file rows of all workspaces. The sweep deletes files without a row. */
export class FileLedger {
  readonly #sql: Sql;

  constructor(sql: Sql) {
    this.#sql = sql;
  }

  /** It changes with a restore, a recovery to a point in time and a failover: rows may be missing since. */
  async history(): Promise<string> {
    const row = await this.#sql.one(history);
    return row.history;
  }

  /** Returns the files that have a row, freed or not. */
  async known(fileIds: readonly string[]): Promise<Set<string>> {
    return new Set((await this.#sql.query(known, { file_ids: fileIds })).map((row) => row.file_id));
  }

  /** Files that were freed at least this many seconds ago and are not in use, oldest first. */
  async freed(seconds: number, inUse: readonly string[], limit: number): Promise<string[]> {
    return (await this.#sql.query(freed, { seconds, file_ids: inUse, limit })).map((row) => row.file_id);
  }

  /** Deletes the rows of freed files that were removed from the disk. */
  async forget(fileIds: readonly string[]): Promise<void> {
    await this.#sql.query(forget, { file_ids: fileIds });
  }

  /**
   * Ends uploads in parts that are older than this many days.
   * @returns how many
   */
  async abortOldUploads(days: number, limit: number): Promise<number> {
    return (await this.#sql.query(abortOld, { days, limit })).length;
  }
}
