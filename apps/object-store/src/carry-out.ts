import { isAddressAllowed } from "@fulmar/contract";
import type { S3Visitor, StoreBucket } from "@fulmar/core/object-store";
import { type Answer, type BucketCall, requireScope } from "./operations/call.ts";
import { requireOwner } from "./operations/owner.ts";
import { policyDecision } from "./operations/policy-request.ts";
import { operationOf, type S3Operation } from "./operations/table.ts";
import { noSuchBucket, S3Error } from "./protocol/s3-error.ts";
import type { S3Request } from "./protocol/s3-request.ts";
import { type PresignedV2, verifyPresignedV2 } from "./protocol/signature-v2.ts";
import { readSignature, type SignedRequest } from "./protocol/signed-request.ts";
import { type ChunkKey, verifySignature } from "./protocol/verify-signature.ts";
import type { RateLimits } from "./rate-limits.ts";
import type { Store } from "./store.ts";

const BUCKET_NAME = /^[a-z0-9.-]{3,63}$/;

/** What a request comes with besides itself. */
interface From {
  readonly requestId: string;
  readonly sourceIp: string | undefined;
  /** Whether it came by TLS, here or at a trusted proxy. */
  readonly isSecure: boolean;
}

/**
 * Authenticates and authorizes a request, then runs its operation. One round trip reads the key and the bucket, and
 * nothing is cached. @throws S3Error
 */
export async function carryOut(
  { store, limits }: { readonly store: Store; readonly limits: RateLimits },
  request: S3Request,
  from: From,
): Promise<Answer> {
  const { sourceIp } = from;
  const signed = signatureOf(request, () => limits.takeUnsigned(sourceIp));
  if (signed === undefined) return carryOutUnsigned(store, request, from);
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
  if (operation.stores === true && visitor.suspended) throw suspended();
  const signedRegion = signed.version === 4 ? signed.scope.region : undefined;
  const call = { store, request, visitor, chunkKey, from, signedRegion };
  const { bucket } = visitor;
  if (operation.place === "service" || bucket === undefined) {
    if (operation.scope !== null) requireScope(visitor, operation.scope);
    if (operation.place === "service") return operation.run(call);
    if (operation.place === "bucket" && operation.whereAbsent !== undefined) return operation.whereAbsent(call);
    // A key for listed buckets does not learn which others exist.
    throw visitor.allBuckets ? noSuchBucket() : notReached();
  }
  authorize(operation, { ...call, bucket });
  return inBucket(operation, { ...call, bucket }, request.key);
}

function notReached(): S3Error {
  return new S3Error("AccessDenied", "The access key may not use a bucket of this name.");
}

/**
 * The rights of the key and the bucket's policy together: what the policy denies is refused, and what either allows is
 * done (AWS: Policy evaluation logic, within one account). @throws S3Error 403
 */
function authorize(operation: S3Operation, call: BucketCall): void {
  const { visitor, bucket } = call;
  const { accessKeyId, workspaceId } = visitor;
  const decision = policyDecision(operation, call, { accessKeyId, workspaceId });
  if (decision === "deny" && !(operation.settles === true && visitor.reaches))
    throw new S3Error("AccessDenied", "The bucket's policy denies this.");
  // A policy gives rights to access keys, not to the URLs that the API signs for tokens and sessions.
  if (decision === "allow" && !visitor.presignedOnly) return;
  if (!visitor.reaches) throw notReached();
  if (operation.scope !== null) requireScope(visitor, operation.scope);
  if (bucket.workspaceId !== workspaceId) throw notReached();
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
function signatureOf(request: S3Request, take: () => void): SignedRequest | PresignedV2 | undefined {
  let signed: SignedRequest | PresignedV2 | undefined;
  try {
    signed = readSignature(request);
  } finally {
    if (signed === undefined) take();
  }
  return signed;
}

/** @throws S3Error 403 if the access key or the signature is wrong, or the address is not one of the key's */
async function authenticate(
  store: Store,
  request: S3Request,
  signed: SignedRequest | PresignedV2,
  sourceIp: string | undefined,
) {
  const named = request.workspaceId === undefined && BUCKET_NAME.test(request.bucketName ?? "");
  const visitor = await store.visitors.find(signed.accessKeyId, named ? request.bucketName : undefined);
  if (visitor === undefined)
    throw new S3Error(
      "InvalidAccessKeyId",
      "There is no such access key; it was deleted, or it belongs to another installation.",
    );
  let chunkKey: ChunkKey | undefined;
  if (signed.version === 4) chunkKey = verifySignature(request, signed, visitor.secrets);
  else verifyPresignedV2(request, signed, visitor.secrets);
  if (!isAddressAllowed(visitor.allowedIpRanges, sourceIp)) throw addressNotAllowed(visitor, sourceIp);
  return { visitor, chunkKey };
}

function inBucket(operation: Exclude<S3Operation, { place: "service" }>, call: BucketCall, key: string | undefined) {
  requireOwner(call.request, "x-amz-expected-bucket-owner", call.bucket);
  if (operation.place === "bucket") return operation.run(call);
  if (key === undefined) throw new Error("an operation of an object was found for an address without a key");
  return operation.run({ ...call, key });
}

/**
 * Anyone may read an object of a public bucket, and read what a bucket's policy allows everyone. Nobody may change
 * anything without a key.
 */
async function carryOutUnsigned(store: Store, request: S3Request, from: From): Promise<Answer> {
  const { method, workspaceId, bucketName = "", key, query } = request;
  const refused = new S3Error(
    "AccessDenied",
    "The request is not signed; unsigned requests can only read objects of public buckets, and what a bucket's policy allows everyone.",
  );
  if ((method !== "GET" && method !== "HEAD") || !BUCKET_NAME.test(bucketName)) throw refused;
  const bucket = await store.visitors.unsignedBucket(workspaceId, bucketName);
  if (bucket === undefined) throw refused;
  const operation = operationOf(request);
  if (operation.place === "service") throw refused;
  const visitor = unsignedVisitor(bucket);
  const call = { store, request, visitor, chunkKey: undefined, from, signedRegion: undefined, bucket };
  const decision = bucket.restrictsPublic ? "deny" : policyDecision(operation, call, "anonymous");
  const isPublicRead = bucket.isPublic && operation.action === "GetObject" && key !== undefined && query.length === 0;
  if (decision === "deny" || !(decision === "allow" || isPublicRead)) throw refused;
  return inBucket(operation, call, key);
}

function unsignedVisitor(bucket: StoreBucket): S3Visitor {
  return {
    ...{ workspaceId: bucket.workspaceId, accessKeyId: "anonymous", secrets: [], scopes: new Set() },
    ...{ mayBypassGovernance: false, expired: false, suspended: true, allowedIpRanges: [], allBuckets: false },
    ...{ bucket, reaches: false, presignedOnly: false },
  };
}
