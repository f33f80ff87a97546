import { createHash } from "node:crypto";
import { crc32 } from "node:zlib";
import type { Checksum } from "@fulmar/core/object-store";
import { createCRC32, createCRC64, type IHasher } from "hash-wasm";
import { S3Error } from "../protocol/s3-error.ts";
import { header, type S3Request } from "../protocol/s3-request.ts";

const PREFIX = "x-amz-checksum-";

/** An incremental hash. */
export interface Hasher {
  update(bytes: Uint8Array): void;
  /** The hash in Base64. */
  digest(): string;
}

// The polynomials with reversed bits. All bodies share one instance of each.
const crc32c = await createCRC32(0x82f63b78);
const crc64nvme = await createCRC64("9a6c9329ac4bc9b5");

export function crc32Hasher(): Hasher {
  let crc = 0;
  return {
    update(bytes) {
      crc = crc32(bytes, crc);
    },
    digest: () => base64(crc.toString(16).padStart(8, "0")),
  };
}

export const crc32cHasher = () => hasherOf(crc32c);
export const crc64Hasher = () => hasherOf(crc64nvme);

/** Saves a body's state between chunks, because other bodies use the shared instance. */
function hasherOf(shared: IHasher): Hasher {
  let state = shared.init().save();
  return {
    update(bytes) {
      state = shared.load(state).update(bytes).save();
    },
    digest: () => base64(shared.load(state).digest("hex")),
  };
}

function base64(hexadecimal: string): string {
  return Buffer.from(hexadecimal, "hex").toString("base64");
}

function sha(algorithm: string): Hasher {
  const hash = createHash(algorithm);
  return { update: (bytes) => void hash.update(bytes), digest: () => hash.digest("base64") };
}

const HASHERS: Readonly<Record<string, () => Hasher>> = {
  crc32: crc32Hasher,
  crc32c: crc32cHasher,
  crc64nvme: crc64Hasher,
  sha1: () => sha("sha1"),
  sha256: () => sha("sha256"),
};

/** The checksum sent with a body, in a header or in a trailer behind the body. */
export interface ExpectedChecksum {
  readonly algorithm: string;
  /** Undefined when it is in the trailer. */
  readonly value: string | undefined;
  readonly hasher: Hasher;
}

/** @returns undefined when there is none @throws S3Error 400 when there are several */
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

/** Checks the checksum of a body that was read completely. @throws S3Error BadDigest */
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

/** The response header of a checksum. */
export function checksumHeader({ algorithm, value }: Checksum): Record<string, string> {
  return { [PREFIX + algorithm]: value };
}
