import { type Sql, statement } from "@fulmar/prisma";

const known = statement("object_file_known", "SELECT file_id FROM object_file WHERE file_id = ANY ($1::text[])");
const freed = statement(
  "object_file_freed",
  "SELECT file_id FROM object_file WHERE freed_at < now() - make_interval(secs => $1::float8) AND file_id <> ALL ($2::text[]) ORDER BY freed_at LIMIT $3::int",
);
const forget = statement(
  "object_file_forget",
  "DELETE FROM object_file WHERE file_id = ANY ($1::text[]) AND freed_at IS NOT NULL",
);
const abortOld = statement(
  "multipart_abort_old",
  `DELETE FROM multipart_upload u USING (
     SELECT workspace_id, upload_id FROM multipart_upload WHERE created_at < now() - make_interval(days => $1::int)
      ORDER BY created_at LIMIT $2::int FOR UPDATE SKIP LOCKED
   ) old WHERE u.workspace_id = old.workspace_id AND u.upload_id = old.upload_id RETURNING u.upload_id`,
);

/** Which files on the disk have rows, in all workspaces; the sweep deletes the others. */
export class FileLedger {
  readonly #sql: Sql;

  constructor(sql: Sql) {
    this.#sql = sql;
  }

  /** Those of the files that a row names, or has named. */
  async known(fileIds: readonly string[]): Promise<Set<string>> {
    return new Set((await this.#sql.query(known, [fileIds])).map((row) => row.file_id));
  }

  /** Files that no row has named for so many seconds and that are not in use, the longest unnamed first. */
  async freed(seconds: number, inUse: readonly string[], limit: number): Promise<string[]> {
    return (await this.#sql.query(freed, [seconds, inUse, limit])).map((row) => row.file_id);
  }

  /** Forgets freed files that are off the disk. */
  async forget(fileIds: readonly string[]): Promise<void> {
    await this.#sql.query(forget, [fileIds]);
  }

  /** Ends uploads in parts that nobody has completed for so many days. @returns how many */
  async abortOldUploads(days: number, limit: number): Promise<number> {
    return (await this.#sql.query(abortOld, [days, limit])).length;
  }
}
