// Settings of S3 clients for a bucket, read and set by the public API, and the reverse.
import {
  GetBucketCorsCommand,
  GetBucketLifecycleConfigurationCommand,
  GetBucketPolicyCommand,
  GetObjectLegalHoldCommand,
  GetObjectLockConfigurationCommand,
  GetObjectRetentionCommand,
  GetObjectTaggingCommand,
  PutBucketCorsCommand,
  PutBucketLifecycleConfigurationCommand,
  PutBucketPolicyCommand,
  PutObjectCommand,
  PutPublicAccessBlockCommand,
} from "@aws-sdk/client-s3";
import { expect, test } from "vitest";
import { refusal, storeOfFile } from "./store-fixture.ts";

const { fixture, s3 } = await storeOfFile();

const FILTER = { prefix: "", tags: {}, larger_than_bytes: null, smaller_than_bytes: null };
const NO_ACTION = {
  ...{ enabled: true, filter: FILTER, expire_after_days: null, expire_on: null, expire_delete_markers: false },
  ...{ expire_earlier_versions_after_days: null, keep_earlier_versions: 0, abort_uploads_after_days: null },
};

test("lifecycle rules that an S3 client sets are those of the API", async () => {
  const Bucket = await fixture.bucket();
  expect(await fixture.api("bucketLifecycle.get", { bucket_name: Bucket })).toEqual({ name: Bucket, rules: [] });
  const Filter = { And: { Prefix: "logs/", Tags: [{ Key: "kind", Value: "log" }], ObjectSizeGreaterThan: 10 } };
  const first = { ID: "a", Status: "Enabled" as const, Filter, Expiration: { Days: 3 } };
  const second = {
    ...{ ID: "b", Status: "Disabled" as const, Expiration: { Date: new Date("2027-01-31T00:00:00Z") } },
    NoncurrentVersionExpiration: { NoncurrentDays: 7, NewerNoncurrentVersions: 2 },
    AbortIncompleteMultipartUpload: { DaysAfterInitiation: 5 },
  };
  const third = { ID: "c", Status: "Enabled" as const, Expiration: { ExpiredObjectDeleteMarker: true } };
  const Rules = [first, { ...second, Prefix: "old/" }, { ...third, Filter: {} }];
  await s3.send(new PutBucketLifecycleConfigurationCommand({ Bucket, LifecycleConfiguration: { Rules } }));
  const { rules } = await fixture.api("bucketLifecycle.get", { bucket_name: Bucket });
  const a = { prefix: "logs/", tags: { kind: "log" }, larger_than_bytes: 10, smaller_than_bytes: null };
  expect(rules).toEqual([
    { ...NO_ACTION, id: "a", filter: a, expire_after_days: 3 },
    {
      ...NO_ACTION,
      ...{ id: "b", enabled: false, filter: { ...FILTER, prefix: "old/" }, expire_on: "2027-01-31" },
      ...{ expire_earlier_versions_after_days: 7, keep_earlier_versions: 2, abort_uploads_after_days: 5 },
    },
    { ...NO_ACTION, id: "c", expire_delete_markers: true },
  ]);
  // Set again by the API, they are the same for S3 clients, with the prefix where today's clients have it.
  await fixture.api("bucketLifecycle.put", { bucket_name: Bucket, rules });
  const read = await s3.send(new GetBucketLifecycleConfigurationCommand({ Bucket }));
  expect(read.Rules).toEqual([first, { ...second, Filter: { Prefix: "old/" } }, { ...third, Filter: { Prefix: "" } }]);
  await fixture.api("bucketLifecycle.put", { bucket_name: Bucket, rules: [] });
  expect(await refusal(s3.send(new GetBucketLifecycleConfigurationCommand({ Bucket })))).toBe(
    "404 NoSuchLifecycleConfiguration",
  );
});

test("a preview counts what a rule matches and deletes, and the store then deletes that", async () => {
  const Bucket = await fixture.bucket();
  for (const Key of ["logs/1", "logs/2", "logs/3", "kept"])
    await s3.send(new PutObjectCommand({ Bucket, Key, Body: "hello" }));
  await fixture.database.pool.query(
    "UPDATE object SET modified_at = modified_at - interval '4 days' WHERE key IN ('logs/1', 'logs/2', 'kept')",
  );
  const rule = { id: "logs", filter: { prefix: "logs/" }, expire_after_days: 3 };
  expect(await fixture.api("bucketLifecycle.preview", { bucket_name: Bucket, rule })).toEqual({
    ...{ name: Bucket, is_complete: true },
    matching: { object_count: 3, total_size: 15 },
    expired: { object_count: 2, total_size: 10 },
  });
  await fixture.api("bucketLifecycle.put", { bucket_name: Bucket, rules: [rule] });
  await fixture.store.sweep();
  expect((await fixture.list({ bucket_name: Bucket })).map(({ key }) => key)).toEqual(["kept", "logs/3"]);
});

test("a policy that either sets is the one of both", async () => {
  const Bucket = await fixture.bucket();
  await s3.send(new PutObjectCommand({ Bucket, Key: "public/a", Body: "hello" }));
  const get = () => fixture.api("bucketPolicy.get", { bucket_name: Bucket });
  const none = { name: Bucket, policy: null, is_public: false };
  const open = { blocks_public_policies: false, restricts_public_access: false };
  expect(await get()).toEqual({ ...none, ...open });
  const statement = { Effect: "Allow" as const, Principal: "*" as const, Action: "s3:GetObject" };
  const policy = { Statement: { ...statement, Resource: `arn:aws:s3:::${Bucket}/public/*` } };
  await s3.send(new PutBucketPolicyCommand({ Bucket, Policy: JSON.stringify(policy, null, 2) }));
  expect(await get()).toEqual({ name: Bucket, policy, is_public: true, ...open });
  const address = `${fixture.endpoint}/${fixture.tenant.workspaceId}:${Bucket}/public/a`;
  expect((await fetch(address)).status).toBe(200);
  await fixture.api("bucketPolicy.delete", { bucket_name: Bucket });
  expect((await fetch(address)).status).toBe(403);
  expect(await refusal(s3.send(new GetBucketPolicyCommand({ Bucket })))).toBe("404 NoSuchBucketPolicy");
  await fixture.api("bucketPolicy.put", { bucket_name: Bucket, policy });
  expect((await fetch(address)).status).toBe(200);
  expect((await s3.send(new GetBucketPolicyCommand({ Bucket }))).Policy).toBe(JSON.stringify(policy));
});

test("a policy that the store cannot read is refused at its places, and a public one under a block", async () => {
  const Bucket = await fixture.bucket();
  const statement = { Effect: "Allow" as const, Principal: "*" as const, Action: "s3:GetObject" };
  const put = (...Statement: (typeof statement & { Resource: string })[]) =>
    fixture.api("bucketPolicy.put", { bucket_name: Bucket, policy: { Statement } });
  const here = { ...statement, Resource: `arn:aws:s3:::${Bucket}/*` };
  await expect(put(here, { ...here, Action: "ec2:*", Resource: "arn:aws:s3:::other/*" })).rejects.toMatchObject({
    kind: "invalid_request",
    errors: [{ field: "policy.Statement.1.Action" }, { field: "policy.Statement.1.Resource" }],
  });
  await expect(put({ ...here, Action: `s3:${"x".repeat(20_480)}` })).rejects.toMatchObject({ kind: "invalid_request" });
  const PublicAccessBlockConfiguration = { BlockPublicPolicy: true, RestrictPublicBuckets: true };
  await s3.send(new PutPublicAccessBlockCommand({ Bucket, PublicAccessBlockConfiguration }));
  await expect(put(here)).rejects.toMatchObject({ code: "public_access_blocked" });
  expect(await fixture.api("bucketPolicy.get", { bucket_name: Bucket })).toMatchObject({
    ...{ policy: null, blocks_public_policies: true, restricts_public_access: true },
  });
});

test("CORS rules that either sets are those of both", async () => {
  const Bucket = await fixture.bucket();
  const rule = {
    ...{ ID: "app", AllowedOrigins: ["https://*.example"], AllowedMethods: ["GET", "PUT"] },
    ...{ AllowedHeaders: ["*"], ExposeHeaders: ["ETag"], MaxAgeSeconds: 60 },
  };
  await s3.send(new PutBucketCorsCommand({ Bucket, CORSConfiguration: { CORSRules: [rule] } }));
  const { rules } = await fixture.api("bucketCors.get", { bucket_name: Bucket });
  expect(rules).toEqual([
    {
      ...{ id: "app", allowed_origins: ["https://*.example"], allowed_methods: ["GET", "PUT"] },
      ...{ allowed_headers: ["*"], expose_headers: ["ETag"], max_age_seconds: 60 },
    },
  ]);
  const short = { allowed_origins: ["https://b.example"], allowed_methods: ["HEAD" as const] };
  await fixture.api("bucketCors.put", { bucket_name: Bucket, rules: [...rules, short] });
  const preflight = (origin: string) =>
    fetch(`${fixture.endpoint}/${fixture.tenant.workspaceId}:${Bucket}/a`, {
      method: "OPTIONS",
      headers: { origin, "access-control-request-method": "HEAD" },
    });
  expect((await preflight("https://b.example")).status).toBe(200);
  expect((await preflight("https://c.example")).status).toBe(403);
  const read = await s3.send(new GetBucketCorsCommand({ Bucket }));
  expect(read.CORSRules).toEqual([rule, { AllowedOrigins: ["https://b.example"], AllowedMethods: ["HEAD"] }]);
  await fixture.api("bucketCors.put", { bucket_name: Bucket, rules: [] });
  expect(await refusal(s3.send(new GetBucketCorsCommand({ Bucket })))).toBe("404 NoSuchCORSConfiguration");
});

test("tags of an object and of an earlier version", async () => {
  const bucket_name = await fixture.bucket();
  await fixture.api("bucketVersioning.put", { bucket_name, status: "enabled" });
  const put = (Tagging: string) => s3.send(new PutObjectCommand({ Bucket: bucket_name, Key: "a", Body: "x", Tagging }));
  const { VersionId: first = "" } = await put("stage=old&team=blue");
  const { VersionId: second } = await put("");
  const named = { bucket_name, object_key: "a" };
  expect(await fixture.api("objectTags.get", { ...named, version_id: first })).toEqual({
    ...{ key: "a", version_id: first, tags: { stage: "old", team: "blue" } },
  });
  const set = { key: "a", version_id: second, tags: { project: "atlas" } };
  expect(await fixture.api("objectTags.put", { ...named, tags: { project: "atlas" } })).toEqual(set);
  expect(await fixture.api("objectTags.get", named)).toEqual(set);
  const read = await s3.send(new GetObjectTaggingCommand({ Bucket: bucket_name, Key: "a" }));
  expect(read.TagSet).toEqual([{ Key: "project", Value: "atlas" }]);
  await expect(fixture.api("objectTags.get", { ...named, object_key: "b" })).rejects.toMatchObject({ status: 404 });
  await expect(fixture.api("objectTags.put", { ...named, version_id: "ver_none", tags: {} })).rejects.toMatchObject({
    status: 404,
  });
});

test("object lock: a default, a retention that only a bypass shortens, and a legal hold", async () => {
  const bucket_name = await fixture.bucket();
  const lock = { bucket_name, default_retention: { mode: "GOVERNANCE" as const, days: 7 } };
  await expect(fixture.api("bucketObjectLock.put", lock)).rejects.toMatchObject({ code: "versioning_required" });
  await s3.send(new PutObjectCommand({ Bucket: bucket_name, Key: "early", Body: "x" }));
  const early = { bucket_name, object_key: "early" };
  const far = { mode: "COMPLIANCE" as const, retain_until: "2099-01-31T00:00:00.000Z" };
  await expect(fixture.api("objectRetention.put", { ...early, ...far })).rejects.toMatchObject({
    code: "object_lock_off",
  });
  await expect(fixture.api("objectLegalHold.put", { ...early, legal_hold: true })).rejects.toMatchObject({
    code: "object_lock_off",
  });
  await fixture.api("bucketVersioning.put", { bucket_name, status: "enabled" });
  await fixture.api("bucketObjectLock.put", lock);
  const expected = { name: bucket_name, enabled: true, default_retention: lock.default_retention };
  expect(await fixture.api("bucketObjectLock.get", { bucket_name })).toEqual(expected);
  const configuration = await s3.send(new GetObjectLockConfigurationCommand({ Bucket: bucket_name }));
  expect(configuration.ObjectLockConfiguration?.Rule).toEqual({ DefaultRetention: { Mode: "GOVERNANCE", Days: 7 } });

  await s3.send(new PutObjectCommand({ Bucket: bucket_name, Key: "a", Body: "x" }));
  const named = { bucket_name, object_key: "a" };
  expect(await fixture.api("objectRetention.get", named)).toMatchObject({ mode: "GOVERNANCE" });
  const none = { ...named, mode: null, retain_until: null };
  await expect(fixture.api("objectRetention.put", none)).rejects.toMatchObject({ code: "object_retained" });
  expect(await fixture.api("objectRetention.put", { ...none, bypass_governance: true })).toMatchObject({ mode: null });
  const past = { ...named, mode: "GOVERNANCE" as const, retain_until: "2020-01-01T00:00:00Z" };
  await expect(fixture.api("objectRetention.put", past)).rejects.toMatchObject({ kind: "invalid_request" });
  await fixture.api("objectRetention.put", { ...named, ...far });
  const read = await s3.send(new GetObjectRetentionCommand({ Bucket: bucket_name, Key: "a" }));
  expect(read.Retention).toEqual({ Mode: "COMPLIANCE", RetainUntilDate: new Date(far.retain_until) });
  await expect(fixture.api("objectRetention.put", { ...none, bypass_governance: true })).rejects.toMatchObject({
    code: "object_retained",
  });

  await fixture.api("objectLegalHold.put", { ...early, legal_hold: true });
  const hold = await s3.send(new GetObjectLegalHoldCommand({ Bucket: bucket_name, Key: "early" }));
  expect(hold.LegalHold).toEqual({ Status: "ON" });
  await fixture.api("objectLegalHold.put", { ...early, legal_hold: false });
  expect(await fixture.api("objectLegalHold.get", early)).toEqual({
    ...{ key: "early", version_id: "null", legal_hold: false },
  });
});
