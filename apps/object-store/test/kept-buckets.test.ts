// Deleting a bucket in a workspace with a deletion window, restoring it, purging it, and the end of the window.
import { createHash } from "node:crypto";
import {
  CreateBucketCommand,
  DeleteBucketCommand,
  DeleteObjectCommand,
  GetBucketCorsCommand,
  GetBucketLifecycleConfigurationCommand,
  GetBucketPolicyCommand,
  GetBucketTaggingCommand,
  GetBucketWebsiteCommand,
  GetObjectCommand,
  GetObjectTaggingCommand,
  HeadBucketCommand,
  ListBucketsCommand,
  ListObjectsV2Command,
  ListObjectVersionsCommand,
  PutBucketPolicyCommand,
  PutBucketTaggingCommand,
  PutBucketWebsiteCommand,
  PutObjectCommand,
} from "@aws-sdk/client-s3";
import { Bucket as BucketRecord, type OperationById, type OperationInput } from "@fulmar/contract";
import { cdnKey } from "@fulmar/core/s3-signing";
import { beforeEach, expect, test } from "vitest";
import { z } from "zod";
import { reconcileWith } from "./reconciling.ts";
import { refusal, storeOfFile } from "./store-fixture.ts";

const { fixture, s3 } = await storeOfFile();
const reconcile = reconcileWith(fixture);

/** Applies lifecycle rules and sweeps nothing. */
const LATER = { orphanMs: 3_600_000, freedSeconds: 3_600 };
const { pool } = fixture.database;
const keepFor = (hours: number) =>
  pool.query("UPDATE workspace SET deletion_window_hours = $2 WHERE workspace_id = $1", [
    fixture.tenant.workspaceId,
    hours,
  ]);
beforeEach(() => keepFor(24));

const passWindow = (name: string) => pool.query("UPDATE bucket SET restorable_until = now() WHERE name = $1", [name]);
const charges = async (name: string) =>
  (
    await pool.query<{ sku_code: string }>(
      "SELECT sku_code FROM charge WHERE resource_type = 'bucket' AND resource_id = $1 AND charged_until IS NULL ORDER BY 1",
      [name],
    )
  ).rows.map(({ sku_code }) => sku_code);
const audited = async (name: string) =>
  (
    await pool.query<{ action: string }>("SELECT action FROM audit_event WHERE resource_id = $1 ORDER BY at", [name])
  ).rows.map(({ action }) => action);
const drop = (bucket_name: string, force = false) => fixture.api("bucket.delete", { bucket_name, force });
const restore = (bucket_name: string) => fixture.api("bucket.restore", { bucket_name });
const purge = (bucket_name: string) => fixture.api("bucket.purge", { bucket_name });
const listed = async (input: OperationInput<OperationById<"bucket.list">>) => {
  const items: unknown = await fixture.api("bucket.list", input);
  return z.array(BucketRecord).parse(items);
};
const kept = async () => (await listed({ deleted: true })).map(({ name }) => name);
const put = (Bucket: string, Key: string, Body = "hello") => s3.send(new PutObjectCommand({ Bucket, Key, Body }));

/** A public bucket with everything that a bucket can have. */
async function fullBucket() {
  const Bucket = await fixture.bucket({ is_public: true, tags: ["kept"] });
  await fixture.api("bucketVersioning.put", { bucket_name: Bucket, status: "enabled" });
  await put(Bucket, "a.txt", "first");
  await s3.send(new PutObjectCommand({ Bucket, Key: "a.txt", Body: "second", Tagging: "color=red" }));
  await put(Bucket, "folder/large", "x".repeat(3_000_000));
  await put(Bucket, "gone", "hidden");
  await s3.send(new DeleteObjectCommand({ Bucket, Key: "gone" }));
  const rules = [{ id: "old", filter: { prefix: "logs/" }, expire_after_days: 30 }];
  await fixture.api("bucketLifecycle.put", { bucket_name: Bucket, rules });
  const cors = [{ allowed_origins: ["https://shop.example"], allowed_methods: ["GET" as const] }];
  await fixture.api("bucketCors.put", { bucket_name: Bucket, rules: cors });
  await fixture.api("bucketQuota.put", { bucket_name: Bucket, size_bytes: 1_000_000_000 });
  const Statement = [
    { Effect: "Allow", Principal: "*", Action: ["s3:ListBucket"], Resource: [`arn:aws:s3:::${Bucket}`] },
  ];
  const Policy = JSON.stringify({ Version: "2012-10-17", Statement });
  await s3.send(new PutBucketPolicyCommand({ Bucket, Policy }));
  await s3.send(new PutBucketTaggingCommand({ Bucket, Tagging: { TagSet: [{ Key: "team", Value: "shop" }] } }));
  const WebsiteConfiguration = { IndexDocument: { Suffix: "index.html" } };
  await s3.send(new PutBucketWebsiteCommand({ Bucket, WebsiteConfiguration }));
  return Bucket;
}

/** Everything that S3 and the API say of a bucket. */
async function everything(Bucket: string) {
  const bucket_name = Bucket;
  const { updated_at: _, ...record } = await fixture.api("bucket.get", { bucket_name });
  const { Versions = [], DeleteMarkers = [] } = await s3.send(new ListObjectVersionsCommand({ Bucket }));
  const digests = await Promise.all(
    Versions.map(async ({ Key, VersionId }) => {
      const { Body } = await s3.send(new GetObjectCommand({ Bucket, Key, VersionId }));
      return [
        Key,
        VersionId,
        createHash("sha256")
          .update(`${await Body?.transformToString()}`)
          .digest("hex"),
      ];
    }),
  );
  const said = async (answer: Promise<{ $metadata: unknown }>) => ({ ...(await answer), $metadata: undefined });
  return {
    ...{ record, Versions, DeleteMarkers, digests },
    lifecycle: await said(s3.send(new GetBucketLifecycleConfigurationCommand({ Bucket }))),
    cors: await said(s3.send(new GetBucketCorsCommand({ Bucket }))),
    policy: await said(s3.send(new GetBucketPolicyCommand({ Bucket }))),
    tagging: await said(s3.send(new GetBucketTaggingCommand({ Bucket }))),
    website: await said(s3.send(new GetBucketWebsiteCommand({ Bucket }))),
    tags: await said(s3.send(new GetObjectTaggingCommand({ Bucket, Key: "a.txt" }))),
    versioning: await fixture.api("bucketVersioning.get", { bucket_name }),
    quota: await fixture.api("bucketQuota.get", { bucket_name }),
  };
}

const statusOf = async (url: string) => {
  const response = await fetch(url);
  return `${response.status} ${/<Code>(\w+)/.exec(await response.text())?.[1] ?? ""}`.trim();
};

test("a deleted bucket is refused everywhere, and comes back as it was", async () => {
  const Bucket = await fullBucket();
  const bucket_name = Bucket;
  const restricted = await fixture.key({ bucket_names: [Bucket] });
  const limited = fixture.client(restricted);
  const { url: presigned } = await fixture.api("object.createDownloadUrl", { bucket_name, object_key: "a.txt" });
  const { url: upload } = await fixture.api("object.createUploadUrl", { bucket_name, object_key: "new" });
  await fixture.api("cdnUrl.generate", { bucket_name, object_key: "a.txt" });
  const { rows } = await pool.query<{ bucket_id: string }>("SELECT bucket_id FROM bucket WHERE name = $1", [Bucket]);
  const edgeKey = { workspaceId: fixture.tenant.workspaceId, bucketId: `${rows[0]?.bucket_id}` };
  const edge = fixture.client(cdnKey(fixture.environment.FULMAR_SECRET, edgeKey));
  const plain = `${fixture.endpoint}/${Bucket}/a.txt`;
  expect([await statusOf(presigned), await statusOf(plain)]).toEqual(["200", "200"]);
  await edge.send(new GetObjectCommand({ Bucket, Key: "a.txt" }));
  await reconcile("measure-buckets");
  const before = await everything(Bucket);
  const chargedBefore = await charges(Bucket);
  const quotaBefore = await fixture.api("quota.list", {});

  expect(await refusal(drop(Bucket))).toBe("409 bucket_not_empty");
  expect(await refusal(s3.send(new DeleteBucketCommand({ Bucket })))).toBe("409 BucketNotEmpty");
  expect(await fixture.plan("bucket.delete", { bucket_name, force: true })).toMatchObject({
    ...{ irreversible: false, restorable_until: expect.any(String) },
    changes: [{ action: "delete", resource_type: "bucket", name: Bucket }],
  });
  const { restorable_until } = await drop(Bucket, true);
  expect(Date.parse(`${restorable_until}`) - Date.now()).toBeGreaterThan(23 * 3_600_000);

  const noBucket = "404 NoSuchBucket";
  // A key of listed buckets does not learn which others there are.
  for (const [client, expected] of [
    [s3, noBucket],
    [limited, "403 AccessDenied"],
  ] as const) {
    expect(await refusal(client.send(new GetObjectCommand({ Bucket, Key: "a.txt" })))).toBe(expected);
    expect(await refusal(client.send(new PutObjectCommand({ Bucket, Key: "b", Body: "x" })))).toBe(expected);
    expect(await refusal(client.send(new ListObjectsV2Command({ Bucket })))).toBe(expected);
    expect(await refusal(client.send(new ListObjectVersionsCommand({ Bucket })))).toBe(expected);
    expect(await refusal(client.send(new HeadBucketCommand({ Bucket })))).toMatch(/^40[34] /);
  }
  expect(await refusal(s3.send(new GetBucketPolicyCommand({ Bucket })))).toBe(noBucket);
  expect(await refusal(s3.send(new DeleteBucketCommand({ Bucket })))).toBe(noBucket);
  expect(await refusal(s3.send(new CreateBucketCommand({ Bucket })))).toBe("409 BucketAlreadyOwnedByYou");
  const { Buckets = [] } = await s3.send(new ListBucketsCommand({}));
  expect(Buckets.map(({ Name }) => Name)).not.toContain(Bucket);
  // As for a bucket that never was.
  expect([await statusOf(presigned), await statusOf(plain)]).toEqual([noBucket, "403 AccessDenied"]);
  expect((await fetch(upload, { method: "PUT", body: "x" })).status).toBe(404);
  expect(await statusOf(`${fixture.endpoint}/${Bucket}?list-type=2`)).toBe("403 AccessDenied");
  expect(await refusal(edge.send(new GetObjectCommand({ Bucket, Key: "a.txt" })))).toMatch(/^403 /);

  for (const asked of [
    () => fixture.api("bucket.get", { bucket_name }),
    () => fixture.api("bucket.update", { bucket_name, is_public: false }),
    () => drop(Bucket, true),
    () => fixture.api("object.createDownloadUrl", { bucket_name, object_key: "a.txt" }),
    () => fixture.api("object.createUploadUrl", { bucket_name, object_key: "a.txt" }),
    () => fixture.api("object.delete", { bucket_name, object_keys: ["a.txt"] }),
    () => fixture.api("bucketCors.get", { bucket_name }),
    () => fixture.api("bucketLifecycle.get", { bucket_name }),
    () => fixture.api("bucketPolicy.get", { bucket_name }),
    () => fixture.api("bucketVersioning.get", { bucket_name }),
    () => fixture.api("bucketQuota.get", { bucket_name }),
    () => fixture.api("bucketQuota.put", { bucket_name, size_bytes: null }),
    () => fixture.api("bucketObjectLock.get", { bucket_name }),
    () => fixture.api("multipartUpload.create", { bucket_name, object_key: "b" }),
    () => fixture.api("cdnUrl.generate", { bucket_name, object_key: "a.txt" }),
  ])
    expect(await refusal(asked())).toBe("404 not_found");
  expect(await refusal(fixture.list({ bucket_name }))).toBe("404 not_found");
  expect(await refusal(fixture.versions({ bucket_name }))).toBe("404 not_found");
  expect(await refusal(fixture.key({ bucket_names: [Bucket] }))).toBe("404 not_found");
  expect(await refusal(fixture.api("cdnDistribution.create", { name: "site", origin_id: Bucket }))).toMatch(/^40[04] /);
  expect(await refusal(fixture.bucket({ name: Bucket }))).toBe("400 name_taken");

  expect((await listed({})).map(({ name }) => name)).not.toContain(Bucket);
  expect(await listed({ deleted: true, name: Bucket })).toMatchObject([
    { name: Bucket, restorable_until, object_count: 4 },
  ]);
  const graph = await fixture.api("resource.graph", { resource_id: Bucket, depth: 1 });
  expect(graph.nodes[0]).toMatchObject({ resource_type: "bucket", id: Bucket, restorable_until });
  expect(graph.edges).toMatchObject([{ from: { resource_type: "access_key" }, relation: "access_to" }]);
  // It is charged and counted as before, and its files are the store's.
  await reconcile("measure-buckets");
  expect(await charges(Bucket)).toEqual(chargedBefore);
  expect(await fixture.api("quota.list", {})).toEqual(quotaBefore);
  await reconcile("end-kept-buckets");
  await fixture.expectSwept();
  expect((await fixture.scrubbed()).damaged).toEqual([]);

  expect(await restore(Bucket)).toMatchObject({ name: Bucket, object_count: 4 });
  expect(await everything(Bucket)).toEqual(before);
  expect([await statusOf(presigned), await statusOf(plain)]).toEqual(["200", "200"]);
  await limited.send(new ListObjectsV2Command({ Bucket }));
  await edge.send(new GetObjectCommand({ Bucket, Key: "a.txt" }));
  const present = await fixture.api("resource.graph", { resource_id: Bucket, depth: 1 });
  expect(present.nodes[0]).not.toHaveProperty("restorable_until");
  expect(await kept()).not.toContain(Bucket);
  expect(await restore(Bucket)).toMatchObject({ name: Bucket });
  expect(await refusal(purge(Bucket))).toBe("409 not_deleted");
  await put(Bucket, "after", "still writable");
  await fixture.expectTrue(Bucket);
});

test("a purged bucket ends its charges at once, and is emptied", async () => {
  const Bucket = await fullBucket();
  await drop(Bucket, true);
  expect(await purge(Bucket)).toEqual({ status: "purged", name: Bucket });
  expect(await charges(Bucket)).toEqual([]);
  await reconcile("measure-buckets");
  expect(await charges(Bucket)).toEqual([]);
  expect(await kept()).not.toContain(Bucket);
  expect(await refusal(restore(Bucket))).toBe("409 not_restorable");
  expect(await refusal(purge(Bucket))).toBe("409 not_restorable");
  expect(await refusal(fixture.bucket({ name: Bucket }))).toBe("400 name_taken");
  await reconcile("end-kept-buckets");
  expect(await refusal(restore(Bucket))).toBe("404 not_found");
  await fixture.bucket({ name: Bucket });
  expect(await charges(Bucket)).toEqual(["bucket.standard"]);
  expect(await fixture.list({ bucket_name: Bucket })).toEqual([]);
  await fixture.expectSwept();
});

test("an empty bucket is kept with its settings, and its name is free as soon as it is purged", async () => {
  const Bucket = await fixture.bucket({ is_public: true });
  await s3.send(new DeleteBucketCommand({ Bucket }));
  expect(await kept()).toContain(Bucket);
  expect(await restore(Bucket)).toMatchObject({ name: Bucket, is_public: true });
  await drop(Bucket);
  await purge(Bucket);
  await fixture.bucket({ name: Bucket });
});

test("the end of the window deletes a bucket for good, and is audited", async () => {
  const Bucket = await fixture.bucket();
  await put(Bucket, "a");
  await drop(Bucket, true);
  await reconcile("end-kept-buckets");
  expect(await kept()).toContain(Bucket);
  await passWindow(Bucket);
  expect(await refusal(restore(Bucket))).toBe("409 not_restorable");
  await reconcile("end-kept-buckets");
  expect(await refusal(restore(Bucket))).toBe("404 not_found");
  expect(await audited(Bucket)).toEqual(["bucket.create", "bucket.delete", "bucket.restore", "bucket.expire"]);
  await fixture.expectSwept();
});

test("without a window a bucket with objects is never deleted", async () => {
  await keepFor(0);
  const Bucket = await fixture.bucket();
  await put(Bucket, "a");
  expect(await refusal(drop(Bucket, true))).toBe("409 bucket_not_empty");
  await s3.send(new DeleteObjectCommand({ Bucket, Key: "a" }));
  expect(await drop(Bucket, true)).toEqual({ status: "deleted", name: Bucket });
  expect(await refusal(restore(Bucket))).toBe("404 not_found");
});

test("what is protected or locked is not deleted, and what is retained is never emptied", async () => {
  const Bucket = await fixture.bucket({ object_lock_enabled: true });
  const retain_until = new Date(Date.now() + 3_600_000).toISOString();
  await put(Bucket, "a");
  await fixture.api("objectRetention.put", { bucket_name: Bucket, object_key: "a", mode: "COMPLIANCE", retain_until });
  expect(await refusal(drop(Bucket, true))).toBe("409 bucket_not_empty");
  // Even if its bucket had been deleted.
  await pool.query("UPDATE bucket SET deleted_at = now() WHERE name = $1", [Bucket]);
  await reconcile("end-kept-buckets");
  const { rows } = await pool.query(
    "SELECT key FROM object JOIN bucket USING (workspace_id, bucket_id) WHERE name = $1",
    [Bucket],
  );
  expect(rows).toEqual([{ key: "a" }]);

  const guarded = await fixture.bucket({ deletion_protection: true });
  expect(await refusal(drop(guarded, true))).toBe("409 deletion_protected");
  const serving = await fixture.bucket();
  await fixture.api("cdnDistribution.create", { name: serving, origin_id: serving });
  expect(await refusal(drop(serving, true))).toMatch(/^409 /);
});

test("a restore and a purge at the same time do one of both", async () => {
  for (let round = 0; round < 8; round++) {
    const Bucket = await fixture.bucket();
    await put(Bucket, "a");
    await drop(Bucket, true);
    const [restored, purged] = await Promise.all([refusal(restore(Bucket)), refusal(purge(Bucket))]);
    await reconcile("end-kept-buckets");
    const left = await refusal(s3.send(new GetObjectCommand({ Bucket, Key: "a" })));
    expect([restored, purged, left]).toEqual(
      restored === "no refusal"
        ? ["no refusal", "409 not_deleted", "no refusal"]
        : ["409 not_restorable", "no refusal", "404 NoSuchBucket"],
    );
  }
});

test("two restores and two purges at the same time are one", async () => {
  const Bucket = await fixture.bucket();
  await put(Bucket, "a");
  await drop(Bucket, true);
  expect(await Promise.all([refusal(restore(Bucket)), refusal(restore(Bucket))])).toEqual(["no refusal", "no refusal"]);
  await drop(Bucket, true);
  const purges = await Promise.all([refusal(purge(Bucket)), refusal(purge(Bucket))]);
  expect(purges.sort()).toEqual(["409 not_restorable", "no refusal"]);
});

test("an upload that a deletion overtakes is refused or in the bucket", async () => {
  for (let round = 0; round < 12; round++) {
    const Bucket = await fixture.bucket();
    const [written, deleted] = await Promise.all([
      refusal(put(Bucket, "a", round % 2 ? "" : "x")),
      refusal(drop(Bucket)),
    ]);
    // Also an object of no bytes.
    expect([written, deleted]).toEqual(
      written === "no refusal" ? ["no refusal", "409 bucket_not_empty"] : ["404 NoSuchBucket", "no refusal"],
    );
  }
});

test("a kept bucket keeps its plain path from others of its name", async () => {
  const Bucket = await fixture.bucket({ is_public: true });
  await put(Bucket, "a", "mine");
  const other = await fixture.createTenant();
  await fixture.bucket({ name: Bucket, is_public: true }, other);
  const theirs = fixture.client(await fixture.key({}, other));
  await theirs.send(new PutObjectCommand({ Bucket, Key: "a", Body: "theirs" }));
  await drop(Bucket, true);
  expect(await statusOf(`${fixture.endpoint}/${Bucket}/a`)).toBe("403 AccessDenied");
  await restore(Bucket);
  expect(await (await fetch(`${fixture.endpoint}/${Bucket}/a`)).text()).toBe("mine");
});

test("lifecycle rules rest while a bucket is kept", async () => {
  const Bucket = await fixture.bucket();
  await put(Bucket, "logs/a");
  await pool.query(
    `UPDATE object o SET modified_at = now() - interval '9 days' FROM bucket b WHERE b.bucket_id = o.bucket_id
       AND b.name = $1`,
    [Bucket],
  );
  const rules = [{ id: "old", filter: { prefix: "logs/" }, expire_after_days: 1 }];
  await fixture.api("bucketLifecycle.put", { bucket_name: Bucket, rules });
  await drop(Bucket, true);
  await fixture.store.sweep(LATER);
  await restore(Bucket);
  expect(await fixture.list({ bucket_name: Bucket })).toHaveLength(1);
  await fixture.store.sweep(LATER);
  expect(await fixture.list({ bucket_name: Bucket })).toEqual([]);
});
