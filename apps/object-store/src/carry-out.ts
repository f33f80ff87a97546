import { isAddressAllowed } from "@fulmar/contract";
import type { S3Visitor } from "@fulmar/core/object-store";
import { type Answer, requireScope } from "./operations/call.ts";
import { getObject } from "./operations/get-object.ts";
import { requireOwner } from "./operations/owner.ts";
import { operationOf, type S3Operation } from "./operations/table.ts";
import { noSuchBucket, S3Error } from "./protocol/s3-error.ts";
import type { S3Request } from "./protocol/s3-request.ts";
import { readSignature, type SignedRequest } from "./protocol/signed-request.ts";
import { verifySignature } from "./protocol/verify-signature.ts";
import type { RateLimits } from "./rate-limits.ts";
import type { Store } from "./store.ts";

const BUCKET_NAME = /^[a-z0-9.-]{3,63}$/;

/**
 * Authenticates and authorizes a request, then runs its operation. One round trip reads the key and the bucket, and
 * nothing is cached. @throws S3Error
 */
export async function carryOut(
  { store, limits }: { readonly store: Store; readonly limits: RateLimits },
  request: S3Request,
  sourceIp: string | undefined,
): Promise<Answer> {
  const signed = signatureOf(request, () => limits.takeUnsigned(sourceIp));
  if (signed === undefined) return readPublic(store, request);
  const { visitor, chunkKey } = await limits.takeSigned(signed, sourceIp, () =>
    authenticate(store, request, signed, sourceIp),
  );
  if (visitor.presignedOnly && signed.expiresIn === null)
    throw new S3Error("AccessDenied", "This access key is only for the presigned URLs of the API; create another one.");
  if (visitor.expired) throw new S3Error("AccessDenied", "The access key has expired; create a new one.");
  if (!visitor.presignedOnly) store.keyUse.record(visitor.accessKeyId);

  const operation = operationOf(request);
  if (visitor.scopes.size === 0)
    throw new S3Error("AccessDenied", "The token or session that signed this URL has ended; ask for a new URL.");
  if (operation.scope !== null) requireScope(visitor, operation.scope);
  if (operation.stores === true && visitor.suspended) throw suspended();
  const call = { store, request, visitor, chunkKey };
  if (operation.place === "service") return operation.run(call);
  const { bucket } = visitor;
  if (bucket === undefined) {
    if (operation.place === "bucket" && operation.absent !== undefined) throw operation.absent();
    // A key for listed buckets does not learn which others exist.
    throw visitor.allBuckets
      ? noSuchBucket()
      : new S3Error("AccessDenied", "The access key may not use a bucket of this name.");
  }
  return inBucket(operation, { ...call, bucket }, request.key);
}

function suspended(): S3Error {
  return new S3Error(
    "AccessDenied",
    "The organization is suspended: its objects can be read and deleted, and nothing can be stored until its account is settled.",
  );
}

function addressNotAllowed({ presignedOnly }: S3Visitor, sourceIp: string | undefined): S3Error {
  const [what, token] = presignedOnly
    ? ["URL", "the token that asked for it"]
    : ["access key", "the token that made it"];
  const from = sourceIp === undefined ? "from where you are" : `from ${sourceIp}`;
  return new S3Error("AccessDenied", `The ${what} may not be used ${from}; it is bound to the IP ranges of ${token}.`);
}

/** Calls `take` for a request without a signature, or with one that cannot be read. */
function signatureOf(request: S3Request, take: () => void): SignedRequest | undefined {
  let signed: SignedRequest | undefined;
  try {
    signed = readSignature(request);
  } finally {
    if (signed === undefined) take();
  }
  return signed;
}

/** @throws S3Error 403 if the access key or the signature is wrong, or the address is not one of the key's */
async function authenticate(store: Store, request: S3Request, signed: SignedRequest, sourceIp: string | undefined) {
  const named = request.workspaceId === undefined && BUCKET_NAME.test(request.bucketName ?? "");
  const visitor = await store.visitors.find(signed.accessKeyId, named ? request.bucketName : undefined);
  if (visitor === undefined)
    throw new S3Error(
      "InvalidAccessKeyId",
      "There is no such access key; it was deleted, or it belongs to another installation.",
    );
  const chunkKey = verifySignature(request, signed, visitor.secrets);
  if (!isAddressAllowed(visitor.allowedIpRanges, sourceIp)) throw addressNotAllowed(visitor, sourceIp);
  return { visitor, chunkKey };
}

function inBucket(
  operation: Exclude<S3Operation, { place: "service" }>,
  call: Parameters<(S3Operation & { place: "bucket" })["run"]>[0],
  key: string | undefined,
) {
  requireOwner(call.request, "x-amz-expected-bucket-owner", call.bucket);
  if (operation.place === "bucket") return operation.run(call);
  if (key === undefined) throw new Error("an operation of an object was found for an address without a key");
  return operation.run({ ...call, key });
}

/** Anyone may read an object of a public bucket, by the bucket's workspace and key, and nothing else. */
async function readPublic(store: Store, request: S3Request): Promise<Answer> {
  const { method, workspaceId, bucketName, key, query } = request;
  const refused = new S3Error(
    "AccessDenied",
    "The request is not signed; unsigned requests can only read objects of public buckets, at /<workspace_id>:<bucket>/<key>.",
  );
  if (
    (method !== "GET" && method !== "HEAD") ||
    workspaceId === undefined ||
    bucketName === undefined ||
    key === undefined ||
    query.length > 0
  )
    throw refused;
  const bucket = BUCKET_NAME.test(bucketName) ? await store.visitors.publicBucket(workspaceId, bucketName) : undefined;
  if (bucket === undefined) throw refused;
  requireOwner(request, "x-amz-expected-bucket-owner", bucket);
  return getObject({ store, request, bucket, key });
}
