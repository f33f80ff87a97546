import { putVersioning } from "@fulmar/core/embedded-store";
import { DomainError } from "@fulmar/core/object-store";
import { payloadOf, readText } from "../body/payload.ts";
import { noSuchBucket, quotaExceeded, S3Error } from "../protocol/s3-error.ts";
import { header } from "../protocol/s3-request.ts";
import { readXml, textOf } from "../protocol/xml.ts";
import type { Answer, BucketCall, ServiceCall } from "./call.ts";
import { aclNotSupported, refuseAcl } from "./description.ts";

/** Names that no host can have. The public API takes them, and older buckets have them. */
const NO_DNS_NAME = /\.-|-\./;

/**
 * Creates a bucket in the key's workspace (S3: CreateBucket). Object lock turns versioning on. Without a location it is
 * the region of the signature, or else the installation's first region.
 */
export async function createBucket(call: ServiceCall): Promise<Answer> {
  const { store, request, visitor, from } = call;
  const { bucketName: name = "" } = request;
  requireAllBuckets(call);
  if (NO_DNS_NAME.test(name)) throw invalidName();
  refuseAcl(request);
  const ownership = header(request, "x-amz-object-ownership");
  if (ownership !== undefined && ownership !== "BucketOwnerEnforced") throw aclNotSupported();
  const region = await regionOf(call, await askedRegion(call));
  const lock = header(request, "x-amz-bucket-object-lock-enabled")?.toLowerCase() === "true";
  const bucket = { name, region, is_public: false, object_lock_enabled: lock, tags: [] };
  await asMaker(() => store.buckets.perform("bucket.create", visitor.accessKeyId, bucket, from));
  if (lock) {
    const made = (await store.visitors.find(visitor.accessKeyId, name))?.bucket;
    if (made !== undefined) await store.change(made, (sql) => putVersioning(sql, made, "Enabled"));
  }
  return { status: 200, headers: { location: `/${name}` } };
}

/**
 * Creates a bucket that the workspace has already. As in AWS's first region that succeeds, unless the request asks for
 * another bucket than there is.
 */
export async function recreateBucket(call: BucketCall): Promise<Answer> {
  const { request, bucket } = call;
  requireAllBuckets(call);
  refuseAcl(request);
  const asked = await askedRegion(call);
  const asksForLock = header(request, "x-amz-bucket-object-lock-enabled")?.toLowerCase() === "true";
  if ((asked !== undefined && asked !== bucket.region) || (asksForLock && !bucket.lockEnabled)) throw alreadyOwned();
  return { status: 200, headers: { location: `/${bucket.name}` } };
}

/** Deletes an empty bucket. */
export async function deleteBucket({ store, bucket, visitor, from }: BucketCall): Promise<Answer> {
  const named = { bucket_name: bucket.name };
  await asMaker(() => store.buckets.perform("bucket.delete", visitor.accessKeyId, named, from));
  return { status: 204 };
}

function requireAllBuckets({ visitor }: ServiceCall): void {
  if (!visitor.allBuckets)
    throw new S3Error(
      "AccessDenied",
      "The access key is for listed buckets; create buckets with a key for all of them.",
    );
}

/** The region in the body; undefined without one. */
async function askedRegion({ request, chunkKey }: ServiceCall): Promise<string | undefined> {
  const text = await readText(payloadOf(request, chunkKey));
  if (text.trim() === "") return undefined;
  const body = readXml(text);
  if (body.name !== "CreateBucketConfiguration")
    throw new S3Error("MalformedXML", "The body must be a CreateBucketConfiguration.");
  const location = textOf(body, "LocationConstraint")?.trim();
  return location === "" ? undefined : location;
}

async function regionOf({ store, signedRegion }: ServiceCall, asked: string | undefined): Promise<string> {
  const regions = await store.buckets.regions();
  const [first] = regions;
  if (first === undefined)
    throw new S3Error("InvalidLocationConstraint", "The installation has no object storage region.");
  if (asked === undefined) return signedRegion !== undefined && regions.includes(signedRegion) ? signedRegion : first;
  if (regions.includes(asked)) return asked;
  throw new S3Error("InvalidLocationConstraint", `There is no such region; use one of ${regions.join(", ")}.`);
}

async function asMaker(perform: () => Promise<boolean>): Promise<void> {
  try {
    if (await perform()) return;
  } catch (error) {
    throw error instanceof DomainError ? Object.assign(refusalOf(error), { cause: error }) : error;
  }
  throw new S3Error("AccessDenied", "The access key is from before its maker was recorded; create a new one for this.");
}

/** The S3 error for a refusal of the public API. */
function refusalOf({ code, status, message, errors }: DomainError): S3Error {
  if (code === "name_taken") return alreadyOwned(`The name ${errors?.[0]?.message}.`);
  if (code === "bucket_not_empty") return new S3Error("BucketNotEmpty", message);
  if (code === "quota_exceeded") return new S3Error("TooManyBuckets", message);
  if (status === 404) return noSuchBucket();
  if (status === 400) return invalidName();
  if (status === 409) return new S3Error("OperationAborted", message);
  if (status === 503) return new S3Error("ServiceUnavailable", message);
  return status === 402 ? quotaExceeded(message) : new S3Error("AccessDenied", message);
}

function alreadyOwned(sentence = "The workspace has a bucket of this name."): S3Error {
  return new S3Error("BucketAlreadyOwnedByYou", sentence);
}

function invalidName(): S3Error {
  return new S3Error(
    "InvalidBucketName",
    "The name must have 3 to 63 lower-case letters, digits, dots and hyphens, without a hyphen beside a dot.",
  );
}
