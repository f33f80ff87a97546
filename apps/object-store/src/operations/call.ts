import type { Scope } from "@fulmar/contract";
import type { ObjectPart, S3Visitor, StoreBucket } from "@fulmar/core/object-store";
import { S3Error } from "../protocol/s3-error.ts";
import type { S3Request } from "../protocol/s3-request.ts";
import type { ChunkKey } from "../protocol/verify-signature.ts";
import type { Store } from "../store.ts";

/** The answer to a request: XML, bytes of an object, or only headers. */
export interface Answer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly xml?: string;
  /** `length` bytes from `start`, over the files in order. They count as the bucket's transfer. */
  readonly bytes?: {
    readonly parts: readonly ObjectPart[];
    readonly start: number;
    readonly length: number;
    readonly bucket: StoreBucket;
  };
}

/** An authorized request to a service, a bucket or an object. */
export interface ServiceCall {
  readonly store: Store;
  readonly request: S3Request;
  readonly visitor: S3Visitor;
  readonly chunkKey: ChunkKey;
}
export interface BucketCall extends ServiceCall {
  readonly bucket: StoreBucket;
}
export interface ObjectCall extends BucketCall {
  readonly key: string;
}

/** A request that works without an access key on a public bucket. */
export type ReadCall = Pick<ObjectCall, "store" | "request" | "bucket" | "key">;

/** @throws S3Error */
export function requireScope({ scopes }: Pick<S3Visitor, "scopes">, scope: Scope): void {
  if (!scopes.has(scope)) throw new S3Error("AccessDenied", `The access key lacks the right ${scope}.`);
}
