import { randomUUID } from "node:crypto";
import {
  type Operation,
  type OperationById,
  type OperationId,
  type OperationInput,
  operationById,
} from "@fulmar/contract";
import type { Sql } from "@fulmar/prisma";
import { listRegionNames, readKeyMaker } from "./object-storage/index.ts";
import type { Core } from "./request/core.ts";
import { splitInput } from "./request/parse-input.ts";

type BucketOperation = "bucket.create" | "bucket.delete";

/**
 * Creates and deletes buckets for S3 clients by the operations of the public API, so that names, quotas, billing and
 * audit are the same. The audit events name the maker of the access key, and the key.
 */
export class BucketsOverS3 {
  readonly #core: Core;
  readonly #sql: Sql;

  constructor({ core, sql }: { core: Core; sql: Sql }) {
    this.#core = core;
    this.#sql = sql;
  }

  /** The regions that have object storage, the oldest first. */
  regions(): Promise<string[]> {
    return listRegionNames(this.#sql);
  }

  /**
   * Carries out an operation for an access key, whose rights the caller has checked.
   * @returns false for a key from before its maker was recorded
   * @throws DomainError
   */
  async perform<Id extends BucketOperation & OperationId>(
    id: Id,
    accessKeyId: string,
    input: OperationInput<OperationById<Id>>,
    from: { readonly requestId: string; readonly sourceIp: string | undefined },
  ): Promise<boolean> {
    const entry = await readKeyMaker(this.#sql, accessKeyId);
    if (entry === undefined) return false;
    const operation = operationById(id) as unknown as Operation;
    const parts = splitInput(operation, input as Readonly<Record<string, unknown>>);
    const envelope = { ...from, idempotencyKey: randomUUID(), signal: new AbortController().signal };
    await this.#core.perform(operation, entry, parts, envelope);
    return true;
  }
}
