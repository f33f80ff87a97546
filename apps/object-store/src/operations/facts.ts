import { reachedBuckets, readObject } from "@fulmar/core/object-store";
import { noSuchKey, S3Error } from "../protocol/s3-error.ts";
import { document, type XmlChild } from "../protocol/xml.ts";
import type { Answer, BucketCall, ObjectCall, ServiceCall } from "./call.ts";

/** Everything in a workspace belongs to the workspace. */
const OWNER: XmlChild = ["Owner", [["ID", "workspace"]]];

export async function listBuckets({ store, visitor }: ServiceCall): Promise<Answer> {
  const buckets = (await reachedBuckets(store.sql, visitor.accessKeyId)).map(
    ({ name, region, created_at }): XmlChild => [
      "Bucket",
      [
        ["Name", name],
        ["CreationDate", created_at.toISOString()],
        ["BucketRegion", region],
      ],
    ],
  );
  return { status: 200, xml: document("ListAllMyBucketsResult", [OWNER, ["Buckets", buckets]]) };
}

export async function headBucket({ bucket }: BucketCall): Promise<Answer> {
  return { status: 200, headers: { "x-amz-bucket-region": bucket.region } };
}

export async function getLocation({ bucket }: BucketCall): Promise<Answer> {
  return {
    status: 200,
    xml: `<?xml version="1.0" encoding="UTF-8"?>\n<LocationConstraint xmlns="http://s3.amazonaws.com/doc/2006-03-01/">${bucket.region}</LocationConstraint>`,
  };
}

/** A bucket that never had versions has an empty answer, as with S3. */
export async function getVersioning(): Promise<Answer> {
  return { status: 200, xml: document("VersioningConfiguration", []) };
}

export async function getLockConfiguration({ bucket }: BucketCall): Promise<Answer> {
  if (!bucket.lockEnabled) throw new S3Error("ObjectLockConfigurationNotFoundError", "The bucket was created without object lock.");
  const { defaultRetention } = bucket;
  const rule = defaultRetention && [
    ["Mode", defaultRetention.mode] as const,
    defaultRetention.days === null ? (["Years", defaultRetention.years ?? 0] as const) : (["Days", defaultRetention.days] as const),
  ];
  const content: XmlChild[] = [["ObjectLockEnabled", "Enabled"], rule === null ? undefined : ["Rule", [["DefaultRetention", rule]]]];
  return { status: 200, xml: document("ObjectLockConfiguration", content) };
}

export async function getObjectTagging({ store, bucket, key }: ObjectCall): Promise<Answer> {
  if ((await readObject(store.sql, bucket, key)) === undefined) throw noSuchKey();
  return { status: 200, xml: document("Tagging", [["TagSet", []]]) };
}

/** Who owns the workspace may everything; whether anybody may read is the bucket's `is_public`. */
export async function getAcl({ bucket }: BucketCall): Promise<Answer> {
  const grants = [grant('Grantee xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:type="CanonicalUser"', ["ID", "workspace"], "FULL_CONTROL")];
  if (bucket.isPublic) {
    const everybody = 'Grantee xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:type="Group"';
    grants.push(grant(everybody, ["URI", "http://acs.amazonaws.com/groups/global/AllUsers"], "READ"));
  }
  return { status: 200, xml: document("AccessControlPolicy", [OWNER, ["AccessControlList", grants]]) };
}

export async function getObjectAcl(call: ObjectCall): Promise<Answer> {
  if ((await readObject(call.store.sql, call.bucket, call.key)) === undefined) throw noSuchKey();
  return getAcl(call);
}

function grant(element: string, who: XmlChild, permission: string): XmlChild {
  return [
    "Grant",
    [
      [element, [who]],
      ["Permission", permission],
    ],
  ];
}
