import { createHash } from "node:crypto";
import { crc32 } from "node:zlib";
import type { Checksum, ChecksumKind } from "@fulmar/core/embedded-store";
import type { SummedPart } from "@fulmar/core/object-store";
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
  /** False where it is only computed. */
  readonly isSent: boolean;
  readonly hasher: Hasher;
}

/**
 * @param chosen the algorithm to compute where the client sends no checksum
 * @returns undefined when there is none @throws S3Error 400 when there are several
 */
export function expectedChecksum(request: S3Request, chosen?: string): ExpectedChecksum | undefined {
  const named = Object.keys(HASHERS).filter((algorithm) => header(request, PREFIX + algorithm) !== undefined);
  const trailer = header(request, "x-amz-trailer")?.trim().toLowerCase();
  const trailing = trailer?.startsWith(PREFIX) ? trailer.slice(PREFIX.length) : undefined;
  const sent = named[0] ?? trailing;
  const algorithm = sent ?? chosen;
  if (algorithm === undefined) return undefined;
  if (chosen !== undefined && algorithm !== chosen)
    throw new S3Error("InvalidRequest", `The upload was begun with the checksum ${chosen}; the part has ${algorithm}.`);
  const hasher = hasherOfAlgorithm(algorithm);
  if (hasher === undefined)
    throw new S3Error(
      "InvalidRequest",
      `There is no checksum "${algorithm}"; use one of ${Object.keys(HASHERS).join(", ")}.`,
    );
  requireAnnounced(request, sent);
  if (named.length > 1 || (named.length > 0 && trailing !== undefined))
    throw new S3Error("InvalidRequest", "A body comes with one checksum, not with several.");
  return { algorithm, value: header(request, PREFIX + algorithm), isSent: sent !== undefined, hasher };
}

/** SDKs say which checksum they compute, and may send none. @throws S3Error where they send another one */
function requireAnnounced(request: S3Request, sent: string | undefined): void {
  const announced = header(request, "x-amz-sdk-checksum-algorithm")?.trim().toLowerCase();
  if (announced === undefined || sent === undefined || announced === sent) return;
  throw new S3Error(
    "InvalidRequest",
    `x-amz-sdk-checksum-algorithm says ${announced}, but the checksum is ${sent}; ` +
      "send the one that it says, or leave the header out.",
  );
}

/** Checks the checksum of a body that was read completely. @throws S3Error BadDigest */
export function checkedChecksum(expected: ExpectedChecksum, trailers: ReadonlyMap<string, string>): Checksum {
  const sent = expected.value ?? trailers.get(PREFIX + expected.algorithm);
  const value = expected.hasher.digest();
  if (expected.isSent && sent !== value)
    throw new S3Error(
      "BadDigest",
      `The ${expected.algorithm} checksum of the body is not the one that was sent; send it again.`,
    );
  return { algorithm: expected.algorithm, value };
}

/** The response header of a part's checksum. */
export function partChecksumHeader({ algorithm, value }: Checksum): Record<string, string> {
  return { [PREFIX + algorithm]: value };
}

/** The checksum of an object in a request's headers; null without one. @throws S3Error for several */
export function sentChecksum(request: S3Request): Checksum | null {
  const sent = Object.keys(HASHERS).flatMap((algorithm) => {
    const value = header(request, PREFIX + algorithm);
    return value === undefined ? [] : [{ algorithm, value: value.trim() }];
  });
  if (sent.length > 1) throw new S3Error("InvalidRequest", "An object has one checksum, not several.");
  requireAnnounced(request, sent[0]?.algorithm);
  return sent[0] ?? null;
}

/** Whether a client means this checksum. minio-go names a checksum of checksums without the number of parts. */
export function isSameSum(sent: Checksum, computed: Checksum | null): boolean {
  if (computed === null || computed.algorithm !== sent.algorithm) return false;
  const { type, value } = computed;
  return sent.value === value || (type === "COMPOSITE" && sent.value === value.split("-", 1)[0]);
}

export function hasherOfAlgorithm(algorithm: string): Hasher | undefined {
  return Object.hasOwn(HASHERS, algorithm) ? HASHERS[algorithm]?.() : undefined;
}

/** The response headers of an object's checksum. */
export function checksumHeader({ algorithm, value, type }: Checksum): Record<string, string> {
  return { [PREFIX + algorithm]: value, [`${PREFIX}type`]: type ?? "FULL_OBJECT" };
}

/** The element of a checksum in XML: ChecksumCRC32, ChecksumSHA256 and so on. */
export function checksumElement({ algorithm, value }: Checksum): Record<string, string> {
  return { [`Checksum${algorithm.toUpperCase()}`]: value };
}

/** The elements of a checksum with its type. Empty without a checksum. */
export function checksumElements(checksum: Checksum | null): Record<string, string> {
  return checksum === null ? {} : { ...checksumElement(checksum), ChecksumType: checksum.type ?? "FULL_OBJECT" };
}

/** The checksum of a part in a client's list of parts; null without one. */
export function checksumIn(textOf: (name: string) => string | undefined): Checksum | null {
  for (const algorithm of Object.keys(HASHERS)) {
    const value = textOf(`Checksum${algorithm.toUpperCase()}`)?.trim();
    if (value !== undefined && value !== "") return { algorithm, value };
  }
  return null;
}

/** The algorithms whose checksum of the whole object follows from those of its parts. */
const COMBINABLE: Readonly<Record<string, CrcParameters>> = {
  crc32: { bits: 32n, polynomial: 0xedb88320n },
  crc32c: { bits: 32n, polynomial: 0x82f63b78n },
  crc64nvme: { bits: 64n, polynomial: 0x9a6c9329ac4bc9b5n },
};

/**
 * The checksum that a multipart upload is begun with; null where the client chooses none.
 * @throws S3Error for an unknown algorithm, or a type that it does not have
 */
export function checksumKindOf(request: S3Request): ChecksumKind | null {
  const algorithm = header(request, `${PREFIX}algorithm`)?.toLowerCase();
  const type = header(request, `${PREFIX}type`)?.toUpperCase();
  if (algorithm === undefined) {
    if (type === undefined) return null;
    throw new S3Error("InvalidRequest", "x-amz-checksum-type needs x-amz-checksum-algorithm.");
  }
  if (!Object.hasOwn(HASHERS, algorithm))
    throw new S3Error(
      "InvalidRequest",
      `There is no checksum "${algorithm}"; use one of ${Object.keys(HASHERS).join(", ")}.`,
    );
  const isSha = !Object.hasOwn(COMBINABLE, algorithm);
  const chosen = type ?? (algorithm === "crc64nvme" ? "FULL_OBJECT" : "COMPOSITE");
  const isKnown = chosen === "FULL_OBJECT" || chosen === "COMPOSITE";
  if (!isKnown || (isSha && chosen === "FULL_OBJECT") || (algorithm === "crc64nvme" && chosen === "COMPOSITE"))
    throw new S3Error("InvalidRequest", `The checksum ${algorithm} has no type ${chosen}.`);
  return { algorithm, type: chosen };
}

/**
 * The checksum of an object made of parts (AWS: Checking object integrity). Null where a part has none of the
 * algorithm.
 */
export function checksumOfParts({ algorithm, type }: ChecksumKind, parts: readonly SummedPart[]): Checksum | null {
  const digests = parts.map(({ checksum }) => (checksum?.algorithm === algorithm ? checksum.value : undefined));
  if (digests.includes(undefined)) return null;
  const bytes = digests.map((digest) => Buffer.from(digest ?? "", "base64"));
  const crc = COMBINABLE[algorithm];
  if (type === "FULL_OBJECT") {
    if (crc === undefined) return null;
    // Most parts have the same size.
    const shifts = new Map<number, bigint>();
    let whole = 0n;
    for (const [index, digest] of bytes.entries()) {
      const size = parts[index]?.size ?? 0;
      const shift = shifts.get(size) ?? shiftOf(crc, size);
      shifts.set(size, shift);
      whole = times(crc, whole, shift) ^ BigInt(`0x${digest.toString("hex")}`);
    }
    return { algorithm, type, value: base64(whole.toString(16).padStart(Number(crc.bits) / 4, "0")) };
  }
  const hasher = hasherOfAlgorithm(algorithm);
  if (hasher === undefined) return null;
  hasher.update(Buffer.concat(bytes));
  return { algorithm, type, value: `${hasher.digest()}-${parts.length}` };
}

interface CrcParameters {
  readonly bits: bigint;
  /** With reversed bits. */
  readonly polynomial: bigint;
}

/**
 * x^(8 · length) modulo the polynomial. The CRC of two texts behind each other is the CRC of the first times this power
 * for the second's length, plus the CRC of the second.
 */
function shiftOf(crc: CrcParameters, length: number): bigint {
  const one = 1n << (crc.bits - 1n);
  let shift = one;
  let power = one >> 8n;
  for (let left = length; left > 0; left = Math.floor(left / 2)) {
    if (left % 2 === 1) shift = times(crc, shift, power);
    power = times(crc, power, power);
  }
  return shift;
}

/** The product of two polynomials with reversed bits, modulo the polynomial. */
function times({ bits, polynomial }: CrcParameters, a: bigint, b: bigint): bigint {
  let product = 0n;
  let factor = b;
  for (let bit = bits - 1n; bit >= 0n; bit--) {
    if ((a >> bit) & 1n) product ^= factor;
    factor = factor & 1n ? (factor >> 1n) ^ polynomial : factor >> 1n;
  }
  return product;
}
