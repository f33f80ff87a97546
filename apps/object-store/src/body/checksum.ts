import { createHash } from "node:crypto";
import type { Checksum } from "@fulmar/core/object-store";
import { S3Error } from "../protocol/s3-error.ts";
import { header, type S3Request } from "../protocol/s3-request.ts";
import { crc32cHasher, crc32Hasher, crc64Hasher, type Hasher } from "./crc.ts";

const PREFIX = "x-amz-checksum-";
const HASHERS: Readonly<Record<string, () => Hasher>> = {
  crc32: crc32Hasher,
  crc32c: crc32cHasher,
  crc64nvme: crc64Hasher,
  sha1: () => sha("sha1"),
  sha256: () => sha("sha256"),
};

/** A checksum that comes with a body: its value in a header before it, or in a trailer behind it. */
export interface ExpectedChecksum {
  readonly algorithm: string;
  /** Undefined: it is in the trailer. */
  readonly value: string | undefined;
  readonly hasher: Hasher;
}

/** @returns undefined when none comes with the body @throws S3Error 400 where there are several */
export function expectedChecksum(request: S3Request): ExpectedChecksum | undefined {
  const named = Object.keys(HASHERS).filter((algorithm) => header(request, PREFIX + algorithm) !== undefined);
  const trailer = header(request, "x-amz-trailer")?.trim().toLowerCase();
  const trailing = trailer?.startsWith(PREFIX) ? trailer.slice(PREFIX.length) : undefined;
  const algorithm = named[0] ?? trailing;
  if (algorithm === undefined) return undefined;
  const hasher = Object.hasOwn(HASHERS, algorithm) ? HASHERS[algorithm] : undefined;
  if (hasher === undefined)
    throw new S3Error(
      "InvalidRequest",
      `There is no checksum "${algorithm}"; use one of ${Object.keys(HASHERS).join(", ")}.`,
    );
  if (named.length > 1 || (named.length > 0 && trailing !== undefined))
    throw new S3Error("InvalidRequest", "A body comes with one checksum, not with several.");
  return { algorithm, value: header(request, PREFIX + algorithm), hasher: hasher() };
}

/** Checks the checksum of a body that has been read whole. @throws S3Error BadDigest */
export function checkedChecksum(expected: ExpectedChecksum, trailers: ReadonlyMap<string, string>): Checksum {
  const sent = expected.value ?? trailers.get(PREFIX + expected.algorithm);
  const value = expected.hasher.digest();
  if (sent !== value)
    throw new S3Error(
      "BadDigest",
      `The ${expected.algorithm} checksum of the body is not the one that was sent; send it again.`,
    );
  return { algorithm: expected.algorithm, value };
}

/** The header in which a checksum is answered. */
export function checksumHeader({ algorithm, value }: Checksum): Record<string, string> {
  return { [PREFIX + algorithm]: value };
}

function sha(algorithm: string): Hasher {
  const hash = createHash(algorithm);
  return { update: (bytes) => void hash.update(bytes), digest: () => hash.digest("base64") };
}
