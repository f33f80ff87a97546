import {
  AccessKeyUse,
  isSerializationFailure,
  S3Visitors,
  type StoreBucket,
  violatedConstraint,
} from "@fulmar/core/object-store";
import type { Database, Sql } from "@fulmar/prisma";
import type { ObjectFiles } from "./files/object-files.ts";
import { noSuchBucket, noSuchUpload, S3Error } from "./protocol/s3-error.ts";

const ATTEMPTS = 5;
/** What a constraint of the database says to an S3 client. */
const REFUSALS: Readonly<Record<string, () => S3Error>> = {
  object_bucket_fkey: noSuchBucket,
  multipart_upload_bucket_fkey: noSuchBucket,
  multipart_part_upload_fkey: noSuchUpload,
};

/** What S3 requests work with: the rows, the files, and who may. */
export class Store {
  readonly sql: Sql;
  readonly files: ObjectFiles;
  readonly visitors: S3Visitors;
  readonly keyUse: AccessKeyUse;
  readonly #database: Database;

  constructor(parts: { database: Database; files: ObjectFiles; secret: string; onError: (error: unknown) => void }) {
    this.#database = parts.database;
    this.sql = parts.database.sql;
    this.files = parts.files;
    this.visitors = new S3Visitors(this.sql, parts.secret);
    this.keyUse = new AccessKeyUse({ sql: this.sql, onError: parts.onError });
  }

  /**
   * One transaction that sees the bucket's workspace and no other; it is done again where it lost against another one.
   * @throws S3Error when it was undone
   */
  async change<Result>({ workspaceId }: StoreBucket, work: (sql: Sql) => Promise<Result>): Promise<Result> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.#database.transaction(({ sql }) => work(sql), { workspaceId });
      } catch (error) {
        if (attempt < ATTEMPTS && isSerializationFailure(error)) continue;
        const refusal = REFUSALS[violatedConstraint(error) ?? ""];
        throw refusal === undefined ? error : Object.assign(refusal(), { cause: error });
      }
    }
  }
}

/**
 * Whether a transaction that threw this is undone for sure: after anything else, such as a lost connection, it may be
 * committed.
 */
export function isUndone(error: unknown): boolean {
  return error instanceof S3Error;
}
