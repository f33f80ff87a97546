import type { Scope } from "@fulmar/contract";
import type { ObjectPart } from "@fulmar/core/embedded-store";
import type { S3Visitor, StoreBucket } from "@fulmar/core/object-store";
import { S3Error } from "../protocol/s3-error.ts";
import type { S3Request } from "../protocol/s3-request.ts";
import type { ChunkKey } from "../protocol/verify-signature.ts";
import type { Store } from "../store.ts";

/** The answer to a request: XML, bytes of an object, or only headers. */
export interface Answer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly xml?: string;
  /** Text that is not XML; its type is among the headers. */
  readonly text?: string;
  /**
   * `length` bytes from `start`, over the files in order, which `dataKey` opens. They count as the bucket's transfer.
   */
  readonly bytes?: {
    readonly parts: readonly ObjectPart[];
    readonly start: number;
    readonly length: number;
    readonly dataKey: Uint8Array | null;
    readonly bucket: StoreBucket;
  };
}

/** An authorized request to a service, a bucket or an object. */
export interface ServiceCall {
  readonly store: Store;
  readonly request: S3Request;
  /** The region of the signature. */
  readonly signedRegion: string | undefined;
  readonly visitor: S3Visitor;
  /** Undefined for a request without Signature Version 4. */
  readonly chunkKey: ChunkKey | undefined;
  readonly from: { readonly requestId: string; readonly sourceIp: string | undefined; readonly isSecure: boolean };
}
export interface BucketCall extends ServiceCall {
  readonly bucket: StoreBucket;
}
export interface ObjectCall extends BucketCall {
  readonly key: string;
}

/** @throws S3Error */
export function requireScopes({ scopes }: Pick<S3Visitor, "scopes">, needed: readonly Scope[]): void {
  const missing = needed.find((scope) => !scopes.has(scope));
  if (missing !== undefined) throw new S3Error("AccessDenied", `The access key lacks the right ${missing}.`);
}
