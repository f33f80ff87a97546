import type { ObjectPart, S3Visitor, StoreBucket } from "@fulmar/core/object-store";
import type { S3Request } from "../protocol/s3-request.ts";
import type { ChunkKey } from "../protocol/verify-signature.ts";
import type { Store } from "../store.ts";

/** The answer to a request: XML, bytes of an object, or nothing but headers. */
export interface Answer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly xml?: string;
  /** `length` bytes from `start` on, of the files in their order. */
  readonly bytes?: { readonly parts: readonly ObjectPart[]; readonly start: number; readonly length: number };
}

/** A request that was let in, to a service, a bucket or an object. */
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

/** What needs no key: it may also be asked for by anybody, of a public bucket. */
export type ReadCall = Pick<ObjectCall, "store" | "request" | "bucket" | "key">;
