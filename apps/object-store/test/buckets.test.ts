// Buckets made and configured by S3 clients, in step with the public API's records.
import {
  CreateBucketCommand,
  DeleteBucketCommand,
  GetBucketAccelerateConfigurationCommand,
  GetBucketCorsCommand,
  GetBucketEncryptionCommand,
  GetBucketLifecycleConfigurationCommand,
  GetBucketLocationCommand,
  GetBucketLoggingCommand,
  GetBucketNotificationConfigurationCommand,
  GetBucketOwnershipControlsCommand,
  GetBucketPolicyCommand,
  GetBucketReplicationCommand,
  GetBucketRequestPaymentCommand,
  GetBucketTaggingCommand,
  GetBucketVersioningCommand,
  GetBucketWebsiteCommand,
  GetObjectLockConfigurationCommand,
  GetPublicAccessBlockCommand,
  HeadBucketCommand,
  ListBucketInventoryConfigurationsCommand,
  PutBucketAclCommand,
  PutBucketTaggingCommand,
  PutBucketVersioningCommand,
  PutObjectCommand,
  PutObjectLockConfigurationCommand,
  PutPublicAccessBlockCommand,
} from "@aws-sdk/client-s3";
import { expect, test } from "vitest";
import { refusal, storeOfFile } from "./store-fixture.ts";

const { fixture, s3 } = await storeOfFile();

test("a bucket made over S3 is the public API's, and the other way round", async () => {
  expect((await s3.send(new CreateBucketCommand({ Bucket: "made-by-s3" }))).Location).toBe("/made-by-s3");
  expect(await fixture.api("bucket.get", { bucket_name: "made-by-s3" })).toMatchObject({
    ...{ region: "eu-central-1", is_public: false, object_count: 0, bucket_lock_enabled: false },
  });
  const { rows } = await fixture.database.pool.query(
    "SELECT actor_name FROM audit_event WHERE action = 'bucket.create' AND resource_id = 'made-by-s3'",
  );
  expect(rows).toEqual([{ actor_name: expect.stringMatching(/^test \(access key /) }]);
  expect((await s3.send(new CreateBucketCommand({ Bucket: "made-by-s3" }))).Location).toBe("/made-by-s3");
  const locked = { Bucket: "made-by-s3", ObjectLockEnabledForBucket: true };
  expect(await refusal(s3.send(new CreateBucketCommand(locked)))).toBe("409 BucketAlreadyOwnedByYou");
  expect(await refusal(s3.send(new CreateBucketCommand({ Bucket: "no.-dns" })))).toBe("400 InvalidBucketName");
  await s3.send(new PutObjectCommand({ Bucket: "made-by-s3", Key: "a", Body: "a" }));
  expect(await refusal(s3.send(new DeleteBucketCommand({ Bucket: "made-by-s3" })))).toBe("409 BucketNotEmpty");
  await fixture.api("object.delete", { bucket_name: "made-by-s3", object_keys: ["a"] });
  await s3.send(new DeleteBucketCommand({ Bucket: "made-by-s3" }));
  expect(await refusal(fixture.api("bucket.get", { bucket_name: "made-by-s3" }))).toBe("404 not_found");
  expect(await refusal(s3.send(new HeadBucketCommand({ Bucket: "made-by-s3" })))).toBe("404 NotFound");
});

test("the location of a new bucket is one of the installation's regions", async () => {
  const create = (Bucket: string, LocationConstraint: string) =>
    s3.send(
      new CreateBucketCommand({
        Bucket,
        CreateBucketConfiguration: { LocationConstraint: LocationConstraint as "EU" },
      }),
    );
  await create("located", "eu-central-1");
  expect((await s3.send(new GetBucketLocationCommand({ Bucket: "located" }))).LocationConstraint).toBe("eu-central-1");
  expect(await refusal(create("elsewhere", "moon-1"))).toBe("400 InvalidLocationConstraint");
  // A default client signs for a region that the installation need not have.
  const american = fixture.client(await fixture.key(), { region: "us-east-1" });
  await american.send(new CreateBucketCommand({ Bucket: "american" }));
  expect((await s3.send(new GetBucketLocationCommand({ Bucket: "american" }))).LocationConstraint).toBe("eu-central-1");
});

test("object lock of a new bucket turns versioning on", async () => {
  const Bucket = "locked-bucket";
  await s3.send(new CreateBucketCommand({ Bucket, ObjectLockEnabledForBucket: true }));
  expect((await s3.send(new GetBucketVersioningCommand({ Bucket }))).Status).toBe("Enabled");
  const Rule = { DefaultRetention: { Mode: "GOVERNANCE" as const, Days: 1 } };
  await s3.send(
    new PutObjectLockConfigurationCommand({ Bucket, ObjectLockConfiguration: { ObjectLockEnabled: "Enabled", Rule } }),
  );
  const { ObjectLockConfiguration } = await s3.send(new GetObjectLockConfigurationCommand({ Bucket }));
  expect(ObjectLockConfiguration).toEqual({ ObjectLockEnabled: "Enabled", Rule });
});

test("object lock is turned on for a bucket with versioning only", async () => {
  const Bucket = await fixture.bucket();
  const lock = () =>
    s3.send(
      new PutObjectLockConfigurationCommand({ Bucket, ObjectLockConfiguration: { ObjectLockEnabled: "Enabled" } }),
    );
  expect(await refusal(lock())).toBe("409 InvalidBucketState");
  await s3.send(new PutBucketVersioningCommand({ Bucket, VersioningConfiguration: { Status: "Enabled" } }));
  await lock();
  expect(await fixture.api("bucket.get", { bucket_name: Bucket })).toMatchObject({ bucket_lock_enabled: true });
});

test("refused: keys without the right, wrong names, access lists", async () => {
  const reader = fixture.client(await fixture.key({ permission: "read" }));
  expect(await refusal(reader.send(new CreateBucketCommand({ Bucket: "not-allowed" })))).toBe("403 AccessDenied");
  const existing = await fixture.bucket();
  expect(await refusal(reader.send(new DeleteBucketCommand({ Bucket: existing })))).toBe("403 AccessDenied");
  const listed = fixture.client(await fixture.key({ bucket_names: [existing] }));
  expect(await refusal(listed.send(new CreateBucketCommand({ Bucket: "not-allowed" })))).toBe("403 AccessDenied");
  expect(await refusal(s3.send(new CreateBucketCommand({ Bucket: "ends-with-" })))).toBe("400 InvalidBucketName");
  expect(await refusal(s3.send(new CreateBucketCommand({ Bucket: "public-one", ACL: "public-read" })))).toBe(
    "400 AccessControlListNotSupported",
  );
  expect(await refusal(s3.send(new PutBucketAclCommand({ Bucket: existing, ACL: "public-read" })))).toBe(
    "400 AccessControlListNotSupported",
  );
  await s3.send(new PutBucketAclCommand({ Bucket: existing, ACL: "private" }));
});

test("tags and the block of public access are kept with the bucket", async () => {
  const Bucket = await fixture.bucket();
  expect(await refusal(s3.send(new GetBucketTaggingCommand({ Bucket })))).toBe("404 NoSuchTagSet");
  const TagSet = [{ Key: "team", Value: "blue" }];
  await s3.send(new PutBucketTaggingCommand({ Bucket, Tagging: { TagSet } }));
  expect((await s3.send(new GetBucketTaggingCommand({ Bucket }))).TagSet).toEqual(TagSet);
  const twice = { TagSet: [...TagSet, ...TagSet] };
  expect(await refusal(s3.send(new PutBucketTaggingCommand({ Bucket, Tagging: twice })))).toBe("400 InvalidTag");
  expect(await refusal(s3.send(new GetPublicAccessBlockCommand({ Bucket })))).toBe(
    "404 NoSuchPublicAccessBlockConfiguration",
  );
  const block = { BlockPublicAcls: true, IgnorePublicAcls: true, BlockPublicPolicy: true, RestrictPublicBuckets: true };
  await fixture.api("bucket.update", { bucket_name: Bucket, is_public: true });
  await s3.send(new PutObjectCommand({ Bucket, Key: "a", Body: "a" }));
  const read = async () => (await fetch(`${fixture.endpoint}/${fixture.tenant.workspaceId}:${Bucket}/a`)).status;
  expect(await read()).toBe(200);
  await s3.send(new PutPublicAccessBlockCommand({ Bucket, PublicAccessBlockConfiguration: block }));
  expect((await s3.send(new GetPublicAccessBlockCommand({ Bucket }))).PublicAccessBlockConfiguration).toEqual(block);
  expect(await read()).toBe(403);
});

test.each([
  ["GetBucketPolicy", (Bucket: string) => s3.send(new GetBucketPolicyCommand({ Bucket })), "404 NoSuchBucketPolicy"],
  ["GetBucketCors", (Bucket: string) => s3.send(new GetBucketCorsCommand({ Bucket })), "404 NoSuchCORSConfiguration"],
  [
    "GetBucketLifecycleConfiguration",
    (Bucket: string) => s3.send(new GetBucketLifecycleConfigurationCommand({ Bucket })),
    "404 NoSuchLifecycleConfiguration",
  ],
  [
    "GetBucketEncryption",
    (Bucket: string) => s3.send(new GetBucketEncryptionCommand({ Bucket })),
    "404 ServerSideEncryptionConfigurationNotFoundError",
  ],
  [
    "GetBucketWebsite",
    (Bucket: string) => s3.send(new GetBucketWebsiteCommand({ Bucket })),
    "404 NoSuchWebsiteConfiguration",
  ],
  [
    "GetBucketReplication",
    (Bucket: string) => s3.send(new GetBucketReplicationCommand({ Bucket })),
    "404 ReplicationConfigurationNotFoundError",
  ],
  [
    "GetBucketOwnershipControls",
    (Bucket: string) => s3.send(new GetBucketOwnershipControlsCommand({ Bucket })),
    "no refusal",
  ],
  ["GetBucketLogging", (Bucket: string) => s3.send(new GetBucketLoggingCommand({ Bucket })), "no refusal"],
  [
    "GetBucketNotificationConfiguration",
    (Bucket: string) => s3.send(new GetBucketNotificationConfigurationCommand({ Bucket })),
    "no refusal",
  ],
  [
    "GetBucketAccelerateConfiguration",
    (Bucket: string) => s3.send(new GetBucketAccelerateConfigurationCommand({ Bucket })),
    "no refusal",
  ],
  [
    "GetBucketRequestPayment",
    (Bucket: string) => s3.send(new GetBucketRequestPaymentCommand({ Bucket })),
    "no refusal",
  ],
  [
    "ListBucketInventoryConfigurations",
    (Bucket: string) => s3.send(new ListBucketInventoryConfigurationsCommand({ Bucket })),
    "501 NotImplemented",
  ],
] as const)("%s of a bucket without it", async (_, read, expected) => {
  const Bucket = await fixture.bucket();
  expect(await refusal(read(Bucket))).toBe(expected);
});
