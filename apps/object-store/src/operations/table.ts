import type { Scope } from "@fulmar/contract";
import { notImplemented, S3Error } from "../protocol/s3-error.ts";
import { header, type S3Request } from "../protocol/s3-request.ts";
import type { Answer, BucketCall, ObjectCall, ServiceCall } from "./call.ts";
import { copyObject } from "./copy-object.ts";
import { deleteObject, deleteObjects } from "./delete-objects.ts";
import {
  getAcl,
  getLocation,
  getLockConfiguration,
  getObjectAcl,
  getObjectTagging,
  getVersioning,
  headBucket,
  listBuckets,
} from "./facts.ts";
import { getObject } from "./get-object.ts";
import { listObjectsV1, listObjectsV2 } from "./list-objects.ts";
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
import { getRetention, putRetention } from "./retention.ts";

/**
 * The address that an operation needs, and the scope. Null: any key that reaches the bucket. `stores`: it stores more
 * bytes, which a suspended organization may not.
 */
export type S3Operation = { readonly scope: Scope | null; readonly stores?: boolean } & (
  | { readonly place: "service"; readonly run: (call: ServiceCall) => Promise<Answer> }
  | { readonly place: "bucket"; readonly run: (call: BucketCall) => Promise<Answer>; readonly absent?: () => S3Error }
  | { readonly place: "object"; readonly run: (call: ObjectCall) => Promise<Answer> }
);

type RunObject = (call: ObjectCall) => Promise<Answer>;
const READ = "object-storage.read";
const WRITE = "object-storage.write";
const DELETE = "object-storage.delete";
const reads = (run: RunObject): S3Operation => ({ place: "object", scope: READ, run });
const writes = (run: RunObject): S3Operation => ({ place: "object", scope: WRITE, run });
const stores = (run: RunObject): S3Operation => ({ ...writes(run), stores: true });
const ofBucket = (run: (call: BucketCall) => Promise<Answer>, scope: Scope | null = READ): S3Operation => ({
  place: "bucket",
  scope,
  run,
});

/** Operations by method, address and query. */
const OPERATIONS: Readonly<Record<string, S3Operation>> = {
  "GET service": { place: "service", scope: null, run: listBuckets },
  "HEAD bucket": ofBucket(headBucket, null),
  // Clients that create a bucket before they use it continue when it exists.
  "PUT bucket": {
    place: "bucket",
    scope: null,
    run: () => Promise.reject(new S3Error("BucketAlreadyOwnedByYou", "The bucket already exists.")),
    absent: notOverS3,
  },
  "DELETE bucket": { place: "bucket", scope: null, run: () => Promise.reject(notOverS3()), absent: notOverS3 },
  "GET bucket": ofBucket(listObjectsV1),
  "GET bucket list-type": ofBucket(listObjectsV2),
  "GET bucket location": ofBucket(getLocation, null),
  "GET bucket versioning": ofBucket(getVersioning),
  "GET bucket object-lock": ofBucket(getLockConfiguration),
  "GET bucket acl": ofBucket(getAcl),
  "GET bucket uploads": ofBucket(listUploads, WRITE),
  "POST bucket delete": ofBucket(deleteObjects, DELETE),
  "GET object": reads(getObject),
  "HEAD object": reads(getObject),
  "GET object acl": reads(getObjectAcl),
  "GET object retention": reads(getRetention),
  "GET object tagging": reads(getObjectTagging),
  "GET object uploadId": writes(listParts),
  "PUT object": stores(putObject),
  "PUT object copy": stores(copyObject),
  "PUT object retention": writes(putRetention),
  "PUT object uploadId": stores(uploadPart),
  "PUT object uploadId copy": stores(uploadPartCopy),
  "POST object uploads": stores(createUpload),
  "POST object uploadId": writes(completeUpload),
  "DELETE object": { place: "object", scope: DELETE, run: deleteObject },
  "DELETE object uploadId": writes(abortUpload),
};

/** Query parameters that select another operation. Those missing from the table exist in S3 but are not supported. */
const SUBRESOURCES = [
  ...[
    "list-type",
    "location",
    "versioning",
    "object-lock",
    "acl",
    "uploads",
    "delete",
    "retention",
    "tagging",
    "uploadId",
  ],
  ...[
    "accelerate",
    "analytics",
    "attributes",
    "cors",
    "encryption",
    "intelligent-tiering",
    "inventory",
    "legal-hold",
    "lifecycle",
    "logging",
    "metadataTable",
  ],
  ...[
    "metrics",
    "notification",
    "ownershipControls",
    "policy",
    "policyStatus",
    "publicAccessBlock",
    "append",
    "renameObject",
    "replication",
    "requestPayment",
  ],
  ...["restore", "select", "session", "torrent", "versions", "website"],
];

function notOverS3(): S3Error {
  return new S3Error(
    "AccessDenied",
    "Buckets are created and deleted in the console or by the public API (/v1/object-storage/buckets), not over S3.",
  );
}

/** @throws S3Error when the operation is not supported */
export function operationOf(request: S3Request): S3Operation {
  const place = request.bucketName === undefined ? "service" : request.key === undefined ? "bucket" : "object";
  const names = new Set(request.query.map(([name]) => name));
  const version = request.query.find(([name]) => name === "versionId")?.[1];
  if (version !== undefined && version !== "null") throw notImplemented("versions of objects");
  const subresource = SUBRESOURCES.find((name) => names.has(name));
  const copy = request.method === "PUT" && header(request, "x-amz-copy-source") !== undefined ? "copy" : undefined;
  const name = [request.method, place, subresource, copy].filter((part) => part !== undefined).join(" ");
  const operation = Object.hasOwn(OPERATIONS, name) ? OPERATIONS[name] : undefined;
  if (operation !== undefined) return operation;
  if (subresource !== undefined) throw notImplemented(`${request.method} of ?${subresource}`);
  throw new S3Error("MethodNotAllowed", `The object store has no ${request.method} of a ${place}.`);
}
