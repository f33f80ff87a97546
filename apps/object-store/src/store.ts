import type { Secrets } from "@fulmar/config";
import { BucketKeys } from "@fulmar/core/embedded-store";
import {
  AccessKeyUse,
  type BucketsOverS3,
  BucketTransfers,
  S3Visitors,
  type StoreBucket,
} from "@fulmar/core/object-store";
import {
  type Database,
  isSerializationFailure,
  type Query,
  type RowOf,
  type Sql,
  type StatementName,
  violatedConstraint,
} from "@fulmar/prisma";
import type { ObjectFiles } from "./files/object-files.ts";
import { SmallFiles } from "./files/small-files.ts";
import { ObjectWriter } from "./object-writer.ts";
import { bucketFrozen, bucketMoves, noSuchBucket, noSuchUpload, quotaExceeded, S3Error } from "./protocol/s3-error.ts";

const ATTEMPTS = 5;
/** The S3 error for each constraint of the database. */
const REFUSALS: Readonly<Record<string, () => S3Error>> = {
  object_bucket_fkey: noSuchBucket,
  bucket_frozen: bucketFrozen,
  bucket_kept: noSuchBucket,
  bucket_moves: bucketMoves,
  bucket_quota: () => quotaExceeded(),
  multipart_upload_bucket_fkey: noSuchBucket,
  multipart_part_upload_fkey: noSuchUpload,
};

/** The context of S3 requests: rows, files and access rights. */
export class Store {
  readonly sql: Sql;
  readonly files: ObjectFiles;
  readonly smallFiles: SmallFiles;
  readonly visitors: S3Visitors;
  readonly keyUse: AccessKeyUse;
  readonly transfers: BucketTransfers;
  readonly buckets: BucketsOverS3;
  readonly bucketKeys: BucketKeys;
  readonly objects: ObjectWriter;
  readonly #database: Database;

  /** @param parts.onError is told what could not be written later: the last use of keys, or transfers */
  constructor(parts: {
    database: Database;
    files: ObjectFiles;
    secrets: Secrets;
    buckets: BucketsOverS3;
    onError: (error: unknown) => void;
    /** How often transfers are written. */
    transfersMs?: number;
  }) {
    this.buckets = parts.buckets;
    this.#database = parts.database;
    this.sql = parts.database.sql;
    this.files = parts.files;
    this.smallFiles = new SmallFiles(parts.files);
    this.visitors = new S3Visitors(this.sql, parts.secrets);
    this.bucketKeys = new BucketKeys(parts.secrets);
    this.keyUse = new AccessKeyUse({ sql: this.sql, onError: parts.onError });
    this.objects = new ObjectWriter(this);
    this.transfers = new BucketTransfers({
      sql: this.sql,
      onError: parts.onError,
      ...(parts.transfersMs !== undefined && { everyMs: parts.transfersMs }),
    });
  }

  /**
   * Runs one transaction that can only access the bucket's workspace. It is retried after a conflict with another.
   * @throws S3Error when it was rolled back
   */
  change<Result>(
    { workspaceId }: Pick<StoreBucket, "workspaceId">,
    work: (sql: Sql) => Promise<Result>,
  ): Promise<Result> {
    return repeated(() => this.#database.transaction(({ sql }) => work(sql), { workspaceId }));
  }

  /**
   * Runs one query in a transaction of its own, in one round trip (`change` takes two, and can still roll back).
   * @throws S3Error when it was rolled back
   */
  changeBy<Name extends StatementName>(
    { workspaceId }: Pick<StoreBucket, "workspaceId">,
    query: Query<Name>,
  ): Promise<RowOf<Name>[]> {
    return repeated(() => this.#database.alone(query, workspaceId));
  }
}

/** Repeats a transaction after a conflict with another. @throws S3Error for what the database refuses */
async function repeated<Result>(transaction: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await transaction();
    } catch (error) {
      if (attempt < ATTEMPTS && isSerializationFailure(error)) continue;
      const refusal = REFUSALS[violatedConstraint(error) ?? ""];
      throw refusal === undefined ? error : Object.assign(refusal(), { cause: error });
    }
  }
}

/**
 * Whether a transaction was rolled back for certain. After another error, such as a lost connection, it may be
 * committed.
 */
export function isUndone(error: unknown): boolean {
  return error instanceof S3Error;
}
