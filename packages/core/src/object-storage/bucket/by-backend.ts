import type { OperationId } from "@fulmar/contract";
import { z } from "zod";
import type { WorkspaceHandler } from "../../request/context.ts";
import { found, invalidField } from "../../request/domain-error.ts";
import { atRegion, findRemoteBucket, type RemoteBucket } from "../remote/remote-bucket.ts";

/** What a first statement reads of a bucket, whatever its backend. */
interface FoundBucket {
  readonly backend: "embedded" | "rgw";
}

type Request<Id extends OperationId> = Parameters<WorkspaceHandler<Id>>;
type Answer<Id extends OperationId> = ReturnType<WorkspaceHandler<Id>>;

/** What an operation does with a bucket of the embedded store. */
export interface EmbeddedHandler<Id extends OperationId, Row extends FoundBucket = FoundBucket> {
  /** The first statement finds the bucket. It changes and audits nothing where the bucket has another backend. */
  find(...request: Request<Id>): Promise<Row | undefined>;
  answer(row: Row, ...request: Request<Id>): Answer<Id>;
}

type RemoteHandler<Id extends OperationId> = (bucket: RemoteBucket, ...request: Request<Id>) => Answer<Id>;

const Named = z.object({ bucket_name: z.string() });

/**
 * Joins what an operation does with a bucket of the embedded store and with a remote one. The first statement tells
 * which one the bucket is, so the former costs no query more.
 */
export function byBackend<Id extends OperationId>(
  embedded: EmbeddedHandler<Id>,
  remote: RemoteHandler<Id>,
): WorkspaceHandler<Id> {
  return async (context, input) => {
    const row = found(await embedded.find(context, input), "bucket");
    if (row.backend === "embedded") return await embedded.answer(row, context, input);
    const bucket = found(await findRemoteBucket(context, Named.parse(input).bucket_name), "bucket");
    return await atRegion(remote(bucket, context, input));
  };
}

/** An operation that only buckets of the embedded store have. @throws DomainError 400 for a remote bucket */
export function onlyEmbedded<Id extends OperationId>(embedded: EmbeddedHandler<Id>): WorkspaceHandler<Id> {
  return byBackend<Id>(embedded, () => {
    throw invalidField("bucket_name", "names a bucket whose region does not offer this", "unsupported_by_region");
  });
}
