import { createHash } from "node:crypto";
import { BlockList, isIP } from "node:net";
import { type Encryption, type NewDataKey, newDataKey, unwrapDataKey, wrapDataKey } from "@fulmar/core/embedded-store";
import type { StoreBucket } from "@fulmar/core/object-store";
import { noSuchBucket, notImplemented, S3Error } from "../protocol/s3-error.ts";
import { header, type S3Request } from "../protocol/s3-request.ts";
import type { Store } from "../store.ts";
import type { Answer, BucketCall, ObjectCall } from "./call.ts";

const ENCRYPTION = "x-amz-server-side-encryption";
const CUSTOMER = `${ENCRYPTION}-customer-`;
const COPY_SOURCE = "x-amz-copy-source-server-side-encryption-customer-";
const ALGORITHM = "AES256";
const KEY_BYTES = 32;
const LOOPBACK = new BlockList();
LOOPBACK.addSubnet("127.0.0.0", 8, "ipv4");
LOOPBACK.addAddress("::1", "ipv6");

/**
 * The data key of a new object or upload, by the headers of the request or the bucket's default encryption. Null: it is
 * not encrypted. @throws S3Error
 */
export function newKeyFor(call: ObjectCall): Promise<NewDataKey | null> {
  return wrapped(call, newDataKey);
}

/** Wraps the data key of a copy's source for the copy. Null: the copy is not encrypted. @throws S3Error */
export function rewrappedKeyFor(call: ObjectCall, dataKey: Buffer): Promise<NewDataKey | null> {
  return wrapped(call, (...target) => wrapDataKey(dataKey, ...target));
}

async function wrapped(call: ObjectCall, wrap: typeof newDataKey): Promise<NewDataKey | null> {
  const { store, request, bucket, key } = call;
  const asked = algorithmIn(request);
  const customerKey = customerKeyIn(call, CUSTOMER);
  const place = { bucketId: bucket.bucketId, key };
  if (customerKey !== undefined) {
    if (asked !== undefined)
      throw new S3Error("InvalidArgument", "An object is encrypted by the store or under the client's key, not both.");
    return wrap("customer", customerKey, place);
  }
  if (asked === undefined && !bucket.encrypts) return null;
  return wrap("store", await bucketKeyOf(store, bucket), place);
}

async function bucketKeyOf(store: Store, bucket: StoreBucket): Promise<Buffer> {
  const key = await store.bucketKeys.ensure(bucket, (work) => store.change(bucket, work));
  if (key === undefined) throw noSuchBucket();
  return key;
}

/** @throws S3Error for any other algorithm than AES256 */
function algorithmIn(request: S3Request): string | undefined {
  const asked = header(request, ENCRYPTION);
  if (asked?.startsWith("aws:")) throw notImplemented(`encryption ${asked}`);
  const keyOfService = Object.keys(request.headers).find((name) => name.startsWith(`${ENCRYPTION}-aws-kms`));
  if (keyOfService !== undefined)
    throw new S3Error("InvalidArgument", `${keyOfService} is for encryption by a key management service only.`);
  if (asked !== undefined && asked !== ALGORITHM)
    throw new S3Error("InvalidArgument", `${ENCRYPTION} must be ${ALGORITHM}.`);
  return asked;
}

/**
 * The key that a client sends with the request (AWS: Server-side encryption with customer-provided keys). Undefined if
 * it sends none. @throws S3Error
 */
function customerKeyIn({ request, from }: BucketCall, prefix: string): Buffer | undefined {
  const [algorithm, text, md5] = ["algorithm", "key", "key-md5"].map((name) => header(request, prefix + name));
  if (algorithm === undefined && text === undefined && md5 === undefined) return undefined;
  if (algorithm !== ALGORITHM) throw new S3Error("InvalidArgument", `${prefix}algorithm must be ${ALGORITHM}.`);
  const key = Buffer.from(text ?? "", "base64");
  if (key.length !== KEY_BYTES)
    throw new S3Error("InvalidArgument", `${prefix}key must have ${KEY_BYTES} bytes, in Base64.`);
  if (md5 !== md5Of(key))
    throw new S3Error("InvalidArgument", `${prefix}key-md5 must be the MD5 of the key, in Base64.`);
  if (!from.isSecure && !isLoopback(from.sourceIp))
    throw new S3Error("InvalidRequest", "Requests with a key of the client must use HTTPS.");
  return key;
}

function isLoopback(address: string | undefined): boolean {
  const family = isIP(address ?? "");
  return address !== undefined && family !== 0 && LOOPBACK.check(address, family === 6 ? "ipv6" : "ipv4");
}

function md5Of(key: Uint8Array): string {
  return createHash("md5").update(key).digest("base64");
}

/** Refuses the header of a write in a request that reads (AWS: GetObject). @throws S3Error */
export function requireNoAlgorithm({ request }: Pick<ObjectCall, "request">): void {
  if (header(request, ENCRYPTION) !== undefined)
    throw new S3Error("InvalidRequest", `${ENCRYPTION} is for writing; objects are decrypted without it.`);
}

/** A stored object or upload. */
interface Encrypted {
  readonly encryption: Encryption | null;
}

/**
 * The data key of the request's object or upload. Null: it is not encrypted.
 * @throws S3Error if the client's key is not the one of its writing
 */
export function dataKeyOf(call: ObjectCall, { encryption }: Encrypted): Promise<Buffer | null> {
  return opened(call, encryption, customerKeyIn(call, CUSTOMER));
}

/** The data key of a copy's source. @throws S3Error */
export function dataKeyOfSource(
  call: ObjectCall,
  source: Encrypted & { readonly bucket: StoreBucket; readonly key: string },
): Promise<Buffer | null> {
  return opened({ ...call, ...source }, source.encryption, customerKeyIn(call, COPY_SOURCE));
}

async function opened(
  { store, bucket, key }: Pick<ObjectCall, "store" | "bucket" | "key">,
  encryption: Encryption | null,
  customerKey: Buffer | undefined,
): Promise<Buffer | null> {
  if ((encryption?.by === "customer") !== (customerKey !== undefined)) {
    throw new S3Error(
      "InvalidRequest",
      customerKey === undefined
        ? "The object is encrypted under a key of the client; send the key with the request."
        : "The object is not encrypted under a key of the client; leave the key out.",
    );
  }
  if (encryption === null) return null;
  const place = { bucketId: bucket.bucketId, key };
  const dataKey = unwrapDataKey(encryption, customerKey ?? (await bucketKeyOf(store, bucket)), place);
  if (dataKey !== undefined) return dataKey;
  if (customerKey === undefined) throw new Error(`the data key of an object in ${bucket.bucketId} does not open`);
  throw new S3Error("InvalidRequest", "The key is not the one that the object was encrypted under.");
}

/** The headers of an answer that say how an object is encrypted. */
export function encryptionHeaders({ request }: Pick<ObjectCall, "request">, encryption: Encryption | null) {
  if (encryption === null) return {};
  if (encryption.by === "store") return { [ENCRYPTION]: ALGORITHM };
  const md5 = header(request, `${CUSTOMER}key-md5`);
  return { [`${CUSTOMER}algorithm`]: ALGORITHM, ...(md5 !== undefined && { [`${CUSTOMER}key-md5`]: md5 }) };
}

/** Adds them to an answer. */
export function withEncryption(call: ObjectCall, encryption: Encryption | null, answer: Answer): Answer {
  return { ...answer, headers: { ...answer.headers, ...encryptionHeaders(call, encryption) } };
}
