import type { Scope } from "@fulmar/contract";
import type { PolicyAction } from "@fulmar/contract/bucket-policy";
import { notImplemented, S3Error } from "../protocol/s3-error.ts";
import { header, type S3Request, SUBRESOURCES } from "../protocol/s3-request.ts";
import { getAttributes } from "./attributes.ts";
import { createBucket, deleteBucket, recreateBucket } from "./buckets.ts";
import type { Answer, BucketCall, ObjectCall, ServiceCall } from "./call.ts";
import {
  absent,
  cors,
  encryption,
  fixed,
  getLockConfiguration,
  getOwnership,
  getPolicy,
  getPolicyStatus,
  getVersioning,
  lifecycle,
  publicAccessBlock,
  putAcl,
  putLockConfigurationOf,
  putOwnership,
  putPolicy,
  putVersioningOf,
  removePolicy,
  tagging,
  website,
} from "./configuration.ts";
import { copyObject } from "./copy-object.ts";
import { deleteObject, deleteObjects } from "./delete-objects.ts";
import { getAcl, getLocation, getObjectAcl, headBucket, listBuckets } from "./facts.ts";
import { getObject } from "./get-object.ts";
import { listObjectsV1, listObjectsV2 } from "./list-objects.ts";
import { listVersions } from "./list-versions.ts";
import {
  abortUpload,
  completeUpload,
  createUpload,
  listParts,
  listUploads,
  uploadPart,
  uploadPartCopy,
} from "./multipart.ts";
import { putObject } from "./put-object.ts";
import { getLegalHold, getRetention, putHold, putRetention } from "./retention.ts";
import { deleteObjectTagging, getObjectTagging, putObjectTagging } from "./tags.ts";

/** The scopes that a key needs for an operation. Without any, it only has to reach the bucket. */
type Scopes = readonly Scope[];

/**
 * The address that an operation needs, the scopes, and the action by which a bucket policy names it. `stores`: it
 * stores more bytes, which a suspended organization may not. `settles`: it changes what a policy may do, so no policy
 * denies it to the workspace's own keys.
 */
export type S3Operation = {
  readonly scopes: Scopes;
  readonly action: PolicyAction | "ListAllMyBuckets";
  readonly stores?: boolean;
  /** Whether it only adds an object where the key is held (`./held.ts`). */
  readonly adds?: boolean;
  readonly settles?: boolean;
  /** Whether it authorizes each key that its body names itself. */
  readonly ofKeys?: boolean;
} & (
  | { readonly place: "service"; readonly run: (call: ServiceCall) => Promise<Answer> }
  | { readonly place: "bucket"; readonly run: RunBucket; readonly whereAbsent?: (call: ServiceCall) => Promise<Answer> }
  | { readonly place: "object"; readonly run: RunObject }
);

type RunBucket = (call: BucketCall) => Promise<Answer>;
type RunObject = (call: ObjectCall) => Promise<Answer>;
const ANY: Scopes = [];
const READ: Scopes = ["object-storage.read"];
const WRITE: Scopes = ["object-storage.write"];
const DELETE: Scopes = ["object-storage.delete"];
/** For what makes the store delete objects on its own. */
const WRITE_AND_DELETE: Scopes = [...WRITE, ...DELETE];
/** For what gives rights to others, or to the key itself. */
const ALL: Scopes = [...READ, ...WRITE, ...DELETE];

const object = (action: PolicyAction, scopes: Scopes, run: RunObject): S3Operation => ({
  place: "object",
  action,
  scopes,
  run,
});
const stores = (action: PolicyAction, run: RunObject): S3Operation => ({ ...object(action, WRITE, run), stores: true });
const bucket = (action: PolicyAction, scopes: Scopes, run: RunBucket): S3Operation => ({
  place: "bucket",
  action,
  scopes,
  run,
});
const settles = (operation: S3Operation): S3Operation => ({ ...operation, settles: true });

/** Operations by method, address and query. */
export const OPERATIONS: Readonly<Record<string, S3Operation>> = {
  "GET service": { place: "service", action: "ListAllMyBuckets", scopes: ANY, run: listBuckets },

  "HEAD bucket": bucket("ListBucket", ANY, headBucket),
  "PUT bucket": {
    ...{ place: "bucket", action: "CreateBucket", scopes: WRITE, whereAbsent: createBucket },
    run: recreateBucket,
  },
  "DELETE bucket": bucket("DeleteBucket", DELETE, deleteBucket),
  "GET bucket": bucket("ListBucket", READ, listObjectsV1),
  "GET bucket list-type": bucket("ListBucket", READ, listObjectsV2),
  "GET bucket versions": bucket("ListBucketVersions", READ, listVersions),
  "GET bucket uploads": bucket("ListBucketMultipartUploads", WRITE, listUploads),
  "POST bucket delete": { ...bucket("DeleteObject", DELETE, deleteObjects), ofKeys: true },

  "GET bucket location": bucket("GetBucketLocation", ANY, getLocation),
  "GET bucket versioning": bucket("GetBucketVersioning", READ, getVersioning),
  "PUT bucket versioning": bucket("PutBucketVersioning", WRITE, putVersioningOf),
  "GET bucket object-lock": bucket("GetBucketObjectLockConfiguration", READ, getLockConfiguration),
  "PUT bucket object-lock": bucket("PutBucketObjectLockConfiguration", WRITE, putLockConfigurationOf),
  "GET bucket acl": bucket("GetBucketAcl", READ, getAcl),
  "PUT bucket acl": bucket("PutBucketAcl", WRITE, putAcl),
  "GET bucket cors": bucket("GetBucketCORS", READ, cors.get),
  "PUT bucket cors": bucket("PutBucketCORS", WRITE, cors.put),
  "DELETE bucket cors": bucket("PutBucketCORS", WRITE, cors.remove),
  "GET bucket lifecycle": bucket("GetLifecycleConfiguration", READ, lifecycle.get),
  "PUT bucket lifecycle": bucket("PutLifecycleConfiguration", WRITE_AND_DELETE, lifecycle.put),
  "DELETE bucket lifecycle": bucket("PutLifecycleConfiguration", WRITE, lifecycle.remove),
  "GET bucket tagging": bucket("GetBucketTagging", READ, tagging.get),
  "PUT bucket tagging": bucket("PutBucketTagging", WRITE, tagging.put),
  "DELETE bucket tagging": bucket("PutBucketTagging", WRITE, tagging.remove),
  "GET bucket policy": settles(bucket("GetBucketPolicy", READ, getPolicy)),
  "PUT bucket policy": settles(bucket("PutBucketPolicy", ALL, putPolicy)),
  "DELETE bucket policy": settles(bucket("DeleteBucketPolicy", ALL, removePolicy)),
  "GET bucket policyStatus": bucket("GetBucketPolicyStatus", READ, getPolicyStatus),
  "GET bucket publicAccessBlock": bucket("GetBucketPublicAccessBlock", READ, publicAccessBlock.get),
  "PUT bucket publicAccessBlock": bucket("PutBucketPublicAccessBlock", ALL, publicAccessBlock.put),
  "DELETE bucket publicAccessBlock": bucket("PutBucketPublicAccessBlock", ALL, publicAccessBlock.remove),
  "GET bucket ownershipControls": bucket("GetBucketOwnershipControls", READ, getOwnership),
  "PUT bucket ownershipControls": bucket("PutBucketOwnershipControls", WRITE, putOwnership),
  "GET bucket encryption": bucket("GetEncryptionConfiguration", READ, encryption.get),
  "PUT bucket encryption": bucket("PutEncryptionConfiguration", WRITE, encryption.put),
  "DELETE bucket encryption": bucket("PutEncryptionConfiguration", WRITE, encryption.remove),
  "GET bucket website": bucket("GetBucketWebsite", READ, website.get),
  "PUT bucket website": bucket("PutBucketWebsite", WRITE, website.put),
  "DELETE bucket website": bucket("DeleteBucketWebsite", WRITE, website.remove),
  "GET bucket replication": bucket(
    "GetReplicationConfiguration",
    READ,
    absent("ReplicationConfigurationNotFoundError", "The bucket has no replication."),
  ),
  "GET bucket logging": bucket("GetBucketLogging", READ, fixed("BucketLoggingStatus", {})),
  "GET bucket notification": bucket("GetBucketNotification", READ, fixed("NotificationConfiguration", {})),
  "GET bucket accelerate": bucket("GetAccelerateConfiguration", READ, fixed("AccelerateConfiguration", {})),
  "GET bucket requestPayment": bucket(
    "GetBucketRequestPayment",
    READ,
    fixed("RequestPaymentConfiguration", { Payer: "BucketOwner" }),
  ),

  "GET object": object("GetObject", READ, getObject),
  "HEAD object": object("GetObject", READ, getObject),
  "GET object acl": object("GetObjectAcl", READ, getObjectAcl),
  "PUT object acl": object("PutObjectAcl", WRITE, putAcl),
  "GET object attributes": object("GetObjectAttributes", READ, getAttributes),
  "GET object retention": object("GetObjectRetention", READ, getRetention),
  "PUT object retention": object("PutObjectRetention", WRITE, putRetention),
  "GET object legal-hold": object("GetObjectLegalHold", READ, getLegalHold),
  "PUT object legal-hold": object("PutObjectLegalHold", WRITE, putHold),
  "GET object tagging": object("GetObjectTagging", READ, getObjectTagging),
  "PUT object tagging": stores("PutObjectTagging", putObjectTagging),
  "DELETE object tagging": object("DeleteObjectTagging", WRITE, deleteObjectTagging),
  "PUT object": { ...stores("PutObject", putObject), adds: true },
  "PUT object copy": { ...stores("PutObject", copyObject), adds: true },
  "DELETE object": object("DeleteObject", DELETE, deleteObject),
  "GET object uploadId": object("ListMultipartUploadParts", WRITE, listParts),
  "PUT object uploadId": stores("PutObject", uploadPart),
  "PUT object uploadId copy": stores("PutObject", uploadPartCopy),
  "POST object uploads": stores("PutObject", createUpload),
  "POST object uploadId": stores("PutObject", completeUpload),
  "DELETE object uploadId": object("AbortMultipartUpload", WRITE, abortUpload),
};

/** Actions that have another name where the request names a version (AWS: Actions for Amazon S3). */
const OF_VERSION: Readonly<Record<string, PolicyAction>> = {
  GetObject: "GetObjectVersion",
  GetObjectAcl: "GetObjectVersionAcl",
  PutObjectAcl: "PutObjectVersionAcl",
  GetObjectAttributes: "GetObjectVersionAttributes",
  GetObjectTagging: "GetObjectVersionTagging",
  PutObjectTagging: "PutObjectVersionTagging",
  DeleteObjectTagging: "DeleteObjectVersionTagging",
  DeleteObject: "DeleteObjectVersion",
};

/** The action of an operation in a bucket policy. */
export function actionOf({ action }: S3Operation, request: S3Request): string {
  const named = request.query.some(([name]) => name === "versionId");
  return `s3:${named ? (OF_VERSION[action] ?? action) : action}`;
}

/** @throws S3Error when the operation is not supported */
export function operationOf(request: S3Request): S3Operation {
  const place = request.bucketName === undefined ? "service" : request.key === undefined ? "bucket" : "object";
  const names = new Set(request.query.map(([name]) => name));
  const subresource = SUBRESOURCES.find((name) => names.has(name));
  const copy = request.method === "PUT" && header(request, "x-amz-copy-source") !== undefined ? "copy" : undefined;
  const name = [request.method, place, subresource, copy].filter((part) => part !== undefined).join(" ");
  const operation = Object.hasOwn(OPERATIONS, name) ? OPERATIONS[name] : undefined;
  if (operation !== undefined) return operation;
  if (subresource !== undefined) throw notImplemented(`${request.method} of ?${subresource}`);
  throw new S3Error("MethodNotAllowed", `The object store has no ${request.method} of a ${place}.`);
}
