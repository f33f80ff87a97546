import { isAddressAllowed } from "@fulmar/contract";
import { movedTo, type S3Visitor, type StoreBucket, unsignedBucket } from "@fulmar/core/object-store";
import { goOnForCustomer } from "@fulmar/prisma";
import { type Act, authorize, authorizeBypass, notReached, policyDecision, refusalOf } from "./operations/authorize.ts";
import { type Answer, type BucketCall, requireScopes } from "./operations/call.ts";
import { existingTags } from "./operations/existing-tags.ts";
import { adding, requireFree } from "./operations/held.ts";
import { requireOwner } from "./operations/owner.ts";
import { actionOf, operationOf, type S3Operation } from "./operations/table.ts";
import { versionOf } from "./operations/version.ts";
import { headersOf } from "./post-form/form-headers.ts";
import { postObject, taggingOf } from "./post-form/post-object.ts";
import { checkPolicy } from "./post-form/post-policy.ts";
import { postSignature, verifyPostSignature } from "./post-form/post-signature.ts";
import { keyOf, readPostForm } from "./post-form/read-form.ts";
import { bucketFrozen, bucketMoved, noSuchBucket, S3Error } from "./protocol/s3-error.ts";
import { BUCKET_NAME, header, type S3Request } from "./protocol/s3-request.ts";
import { type PresignedV2, verifyPresignedV2 } from "./protocol/signature-v2.ts";
import { readSignature, type SignedRequest } from "./protocol/signed-request.ts";
import { type ChunkKey, verifySignature } from "./protocol/verify-signature.ts";
import type { RateLimits } from "./rate-limits.ts";
import type { Store } from "./store.ts";

/** The circumstances of a request. */
export interface From {
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
  if (isForm(request)) return carryOutForm({ store, limits }, request, from);
  const signed = signatureOf(request, () => limits.takeUnsigned(sourceIp));
  if (signed === undefined) return carryOutUnsigned(store, request, from);
  const { visitor, verified: chunkKey } = await limits.takeSigned(signed, sourceIp, () =>
    authenticate(store, request, signed.accessKeyId, from, (secrets) => verified(request, signed, secrets)),
  );
  goOnForCustomer(visitor.organizationId);
  if (visitor.presignedOnly && signed.expiresIn === null) throw onlyForUrls();
  const operation = operationOf(request);
  if (visitor.readsObjectsOnly === true && actionOf(operation, request) !== "s3:GetObject") throw onlyForObjects();
  admit(store, visitor, operation.stores === true);
  requireFree(visitor, operation);
  const signedRegion = signed.version === 4 ? signed.scope.region : undefined;
  const call = { store, request, visitor, chunkKey, from, signedRegion };
  const { bucket } = visitor;
  if (operation.place === "service" || bucket === undefined) {
    requireScopes(visitor, operation.scopes);
    if (operation.place === "service") return operation.run(call);
    const isOwn = request.workspaceId === undefined;
    if (operation.place === "bucket" && operation.whereAbsent !== undefined && isOwn)
      return operation.whereAbsent(call);
    await requireNotMoved(store, visitor, request);
    // A key for listed buckets does not learn which others exist.
    throw visitor.allBuckets ? noSuchBucket() : notReached();
  }
  const inCall = { ...call, bucket };
  requireNotFrozen(bucket, request);
  if (operation.ofKeys !== true) authorize(await actOf(operation, inCall), inCall);
  if (request.key !== undefined) authorizeHeaders(request.key, inCall);
  return inBucket(operation, inCall, request.key);
}

/** @throws S3Error 301 for a bucket that was in this store before */
async function requireNotMoved(
  { sql }: Store,
  visitor: S3Visitor,
  { bucketName, workspaceId }: S3Request,
): Promise<void> {
  if (workspaceId !== undefined || !BUCKET_NAME.test(bucketName ?? "")) return;
  const moved = await movedTo(sql, visitor, bucketName ?? "");
  if (moved !== undefined) throw bucketMoved(moved);
}

/** Refuses a change before its body is sent. What was let in before is refused by the database. @throws S3Error 503 */
function requireNotFrozen({ isFrozen }: StoreBucket, { method }: S3Request): void {
  if (isFrozen && method !== "GET" && method !== "HEAD") throw bucketFrozen();
}

async function actOf(operation: S3Operation, { store, request, bucket }: BucketCall): Promise<Act> {
  const { scopes, settles = false } = operation;
  const { key } = request;
  const action = actionOf(operation, request);
  if (key === undefined) return { action, key, scopes, settles };
  const tags = await existingTags(store, bucket, action, { key, versionId: versionOf(request) });
  return { action, key, scopes, settles, tags };
}

/** Headers of writes that are actions of their own (AWS: Actions for Amazon S3). */
const ACTIONS_OF_HEADERS = {
  "x-amz-tagging": "s3:PutObjectTagging",
  "x-amz-object-lock-mode": "s3:PutObjectRetention",
  "x-amz-object-lock-legal-hold": "s3:PutObjectLegalHold",
} as const;

/** Who may write an object by a policy alone may not also tag or retain it. @throws S3Error 403 */
function authorizeHeaders(key: string, call: BucketCall): void {
  const { request } = call;
  if (request.method === "GET" || request.method === "HEAD") return;
  for (const [name, action] of Object.entries(ACTIONS_OF_HEADERS))
    if (header(request, name) !== undefined) authorize({ action, key, scopes: ["object-storage.write"] }, call);
  authorizeBypass(key, call);
}

function onlyForUrls(): S3Error {
  return new S3Error("AccessDenied", "This access key is only for the presigned URLs of the API; create another one.");
}

function onlyForObjects(): S3Error {
  return new S3Error("AccessDenied", "This access key is the CDN's own, which only reads objects.");
}

/** @throws S3Error for a key that has ended, or that may store nothing where the request `stores` */
function admit(store: Store, visitor: S3Visitor, stores: boolean): void {
  if (visitor.expired) throw new S3Error("AccessDenied", "The access key has expired; create a new one.");
  if (!visitor.presignedOnly) store.keyUse.record(visitor.accessKeyId);
  if (visitor.scopes.size === 0)
    throw new S3Error("AccessDenied", "The token or session that signed this URL has ended; ask for a new URL.");
  if (!stores || !visitor.suspended) return;
  throw new S3Error(
    "AccessDenied",
    "The organization is suspended: its objects can be read and deleted, and nothing can be stored until its account " +
      "is settled.",
  );
}

function addressNotAllowed({ presignedOnly }: S3Visitor, sourceIp: string | undefined): S3Error {
  const [what, token] = presignedOnly
    ? ["URL", "the token that asked for it"]
    : ["access key", "the token that made it"];
  const from = sourceIp === undefined ? "from where you are" : `from ${sourceIp}`;
  return new S3Error("AccessDenied", `The ${what} may not be used ${from}; it is bound to the IP ranges of ${token}.`);
}

/** A form, as far as a held key is concerned. */
const FORM = { scopes: ["object-storage.write"], adds: true } as const;

function isForm({ method, message, key, query }: S3Request): boolean {
  const isMultipart = /^multipart\/form-data\b/i.test(message.headers["content-type"] ?? "");
  return method === "POST" && key === undefined && query.length === 0 && isMultipart;
}

/** Stores an object from a form, whose signature is in its fields (AWS: Browser-based uploads using POST). */
async function carryOutForm(
  { store, limits }: { readonly store: Store; readonly limits: RateLimits },
  request: S3Request,
  from: From,
): Promise<Answer> {
  request.askForBody();
  const form = await readPostForm(request.message);
  const signature = postSignature(form);
  if (signature === undefined) {
    limits.takeUnsigned(from.sourceIp);
    throw new S3Error("AccessDenied", "The form is not signed; sign its policy by Signature Version 4.");
  }
  const claimed = { accessKeyId: signature.accessKeyId, expiresIn: 0 };
  const { visitor } = await limits.takeSigned(claimed, from.sourceIp, () =>
    authenticate(store, request, signature.accessKeyId, from, (secrets) => verifyPostSignature(signature, secrets)),
  );
  goOnForCustomer(visitor.organizationId);
  if (visitor.presignedOnly) throw onlyForUrls();
  admit(store, visitor, true);
  requireFree(visitor, FORM);
  const { bucket } = visitor;
  if (bucket === undefined) {
    await requireNotMoved(store, visitor, request);
    throw visitor.allBuckets ? noSuchBucket() : notReached();
  }
  requireNotFrozen(bucket, request);
  const range = checkPolicy(signature.policy, form.fields, bucket.name, new Date());
  const key = keyOf(form);
  const ofObject = { ...request, key, headers: { ...headersOf(form.fields), ...taggingOf(form) } };
  const call = { store, request: ofObject, visitor, bucket, chunkKey: undefined, from, signedRegion: undefined };
  authorize({ action: "s3:PutObject", key, scopes: ["object-storage.write"] }, call);
  authorizeHeaders(key, call);
  return adding(FORM, call, () => postObject({ ...call, key }, form, range));
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

/** The key of the present object that a request reads; undefined for a version, for an upload and for what writes. */
function keyToRead({ method, key, query }: S3Request): string | undefined {
  const reads = method === "GET" || method === "HEAD";
  return reads && !query.some(([name]) => name === "versionId" || name === "uploadId") ? key : undefined;
}

/** @throws S3Error 403 if the access key or the signature is wrong, or the address is not one of the key's */
async function authenticate<Verified>(
  store: Store,
  request: S3Request,
  accessKeyId: string,
  { sourceIp }: From,
  verify: (secrets: readonly string[]) => Verified,
): Promise<{ readonly visitor: S3Visitor; readonly verified: Verified }> {
  const named = request.workspaceId === undefined && BUCKET_NAME.test(request.bucketName ?? "");
  const visitor = await store.visitors.find(accessKeyId, named ? request.bucketName : undefined, keyToRead(request));
  if (visitor === undefined)
    throw new S3Error(
      "InvalidAccessKeyId",
      "There is no such access key; it was deleted, or it belongs to another installation.",
    );
  const verified = verify(visitor.secrets);
  if (!isAddressAllowed(visitor.allowedIpRanges, sourceIp)) throw addressNotAllowed(visitor, sourceIp);
  return { visitor, verified };
}

/** @returns the key for a body in signed chunks; undefined where there are none */
function verified(
  request: S3Request,
  signed: SignedRequest | PresignedV2,
  secrets: readonly string[],
): ChunkKey | undefined {
  if (signed.version === 4) return verifySignature(request, signed, secrets);
  verifyPresignedV2(request, signed, secrets);
  return undefined;
}

function inBucket(operation: Exclude<S3Operation, { place: "service" }>, call: BucketCall, key: string | undefined) {
  requireOwner(call.request, "x-amz-expected-bucket-owner", call.bucket);
  if (operation.place === "bucket") return operation.run(call);
  if (key === undefined) throw new Error("an operation of an object was found for an address without a key");
  return adding(operation, call, () => operation.run({ ...call, key }));
}

/**
 * Anyone may read an object of a public bucket, and read what a bucket's policy allows everyone. Nobody may change
 * anything without a key.
 */
export async function carryOutUnsigned(store: Store, request: S3Request, from: From): Promise<Answer> {
  const { method, workspaceId, bucketName = "", key, query } = request;
  const refused = new S3Error(
    "AccessDenied",
    "The request is not signed; unsigned requests can only read objects of public buckets, and what a bucket's " +
      "policy allows everyone.",
  );
  if ((method !== "GET" && method !== "HEAD") || !BUCKET_NAME.test(bucketName)) throw refused;
  const bucket = await unsignedBucket(store.sql, workspaceId, bucketName);
  if (bucket === undefined) throw refused;
  goOnForCustomer(bucket.organizationId);
  const operation = operationOf(request);
  if (operation.place === "service") throw refused;
  const visitor = unsignedVisitor(bucket);
  const call = { store, request, visitor, chunkKey: undefined, from, signedRegion: undefined, bucket };
  const decision = bucket.restrictsPublic ? "deny" : policyDecision(await actOf(operation, call), call, "anonymous");
  if (decision === "exhausted") throw refusalOf(decision);
  const isPublicRead = bucket.isPublic && operation.action === "GetObject" && key !== undefined && query.length === 0;
  if (decision === "deny" || !(decision === "allow" || isPublicRead)) throw refused;
  return inBucket(operation, call, key);
}

function unsignedVisitor(bucket: StoreBucket): S3Visitor {
  return {
    ...{ workspaceId: bucket.workspaceId, organizationId: bucket.organizationId },
    ...{ accessKeyId: "anonymous", secrets: [], scopes: new Set() },
    ...{ mayBypassGovernance: false, expired: false, suspended: true, allowedIpRanges: [], allBuckets: false },
    ...{ hold: null, bucket, reaches: false, presignedOnly: false },
  };
}
