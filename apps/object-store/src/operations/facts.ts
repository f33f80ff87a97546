import { reachedBuckets } from "@fulmar/core/object-store";
import { S3Error } from "../protocol/s3-error.ts";
import { countParameter, parameter, textParameter } from "../protocol/s3-request.ts";
import { document, type XmlChildren } from "../protocol/xml.ts";
import type { Answer, BucketCall, ObjectCall, ServiceCall } from "./call.ts";
import { fromToken, toToken } from "./continuation-token.ts";
import { ownerOf } from "./owner.ts";
import { namedObject, versionOf } from "./version.ts";

const MOST_BUCKETS = 10_000;
/** The group of all users in access lists. */
export const EVERYONE = "http://acs.amazonaws.com/groups/global/AllUsers";

/** A page of the buckets that a key reaches. Without `max-buckets`, all of them. */
export async function listBuckets({ store, request, visitor }: ServiceCall): Promise<Answer> {
  const prefix = textParameter(request, "prefix");
  const token = parameter(request, "continuation-token");
  const most = countParameter(request, "max-buckets", MOST_BUCKETS);
  if (most === 0) throw new S3Error("InvalidArgument", `max-buckets must be a number from 1 to ${MOST_BUCKETS}.`);
  const found = await reachedBuckets(store.sql, visitor.accessKeyId, {
    prefix: prefix ?? "",
    region: textParameter(request, "bucket-region") ?? null,
    after: token === undefined ? "" : fromToken(token),
    limit: most + 1,
  });
  const buckets = found.slice(0, most);
  const content = {
    Owner: ownerOf(visitor),
    Buckets: {
      Bucket: buckets.map(({ name, region, created_at }) => ({
        Name: name,
        CreationDate: created_at.toISOString(),
        BucketRegion: region,
      })),
    },
    ContinuationToken: found.length > most ? toToken(buckets.at(-1)?.name ?? "") : undefined,
    Prefix: prefix,
  };
  return { status: 200, xml: document("ListAllMyBucketsResult", content) };
}

export async function headBucket({ bucket }: BucketCall): Promise<Answer> {
  return { status: 200, headers: { "x-amz-bucket-region": bucket.region } };
}

export async function getLocation({ bucket }: BucketCall): Promise<Answer> {
  return { status: 200, xml: document("LocationConstraint", bucket.region) };
}

/** The workspace's owner may do everything. `is_public` of the bucket decides whether anyone may read. */
export async function getAcl({ bucket }: BucketCall): Promise<Answer> {
  const owner = grant("CanonicalUser", ownerOf(bucket), "FULL_CONTROL");
  const everybody = grant("Group", { URI: EVERYONE }, "READ");
  const grants = bucket.isPublic ? [owner, everybody] : [owner];
  return {
    status: 200,
    xml: document("AccessControlPolicy", { Owner: ownerOf(bucket), AccessControlList: { Grant: grants } }),
  };
}

export async function getObjectAcl(call: ObjectCall): Promise<Answer> {
  await namedObject(call, versionOf(call.request));
  return getAcl(call);
}

function grant(type: string, who: XmlChildren, permission: string): XmlChildren {
  return {
    [`Grantee xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:type="${type}"`]: who,
    Permission: permission,
  };
}
