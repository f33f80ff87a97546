import { newId } from "@fulmar/core/object-store";
import type { Examples } from "./example.ts";
import type { ExampleFixture } from "./example-fixture.ts";

/** Creates a private bucket and returns its name. */
export async function bucket(fixture: ExampleFixture): Promise<string> {
  const { name } = await fixture.make("bucket.create", { body: { name: fixture.name(), region: "eu-central-1" } });
  return name;
}

/** Creates a bucket that was deleted and that its workspace keeps. */
async function keptBucket(fixture: ExampleFixture): Promise<string> {
  const name = await bucket(fixture);
  await fixture.api.database.pool.query(
    `UPDATE bucket SET deleted_at = now(), restorable_until = now() + interval '1 day' WHERE workspace_id = $1
       AND name = $2`,
    [fixture.workspaceId, name],
  );
  return name;
}

/** Creates a bucket with an object, as the object store does. These tests run no object store. */
export async function bucketWithObject(
  fixture: ExampleFixture,
  create = bucket,
): Promise<{ bucket_name: string; key: string }> {
  const bucket_name = await create(fixture);
  const key = `folder/${fixture.name()}.txt`;
  await fixture.api.database.pool.query(
    `WITH held AS (
       INSERT INTO bucket_usage (workspace_id, bucket_id, slot, object_count, total_size)
       SELECT workspace_id, bucket_id, 0, 1, 5 FROM bucket WHERE workspace_id = $1 AND name = $2
    RETURNING workspace_id, bucket_id
     ), kept AS (
       INSERT INTO object_file (workspace_id, file_id) SELECT workspace_id, $4 FROM held
     ), earlier AS (
       INSERT INTO object_version (workspace_id, bucket_id, key, is_marker) SELECT workspace_id, bucket_id, $3, true
         FROM held
     ), tagged AS (
       INSERT INTO bucket_configuration (workspace_id, bucket_id, kind, document)
       SELECT workspace_id, bucket_id, 'tagging', '{}' FROM held
     )
     INSERT INTO object (workspace_id, bucket_id, key, size, etag, content_type, file_ids, file_sizes)
     SELECT workspace_id, bucket_id, $3, 5, '5d41402abc4b2a76b9719d911017c592', 'text/plain', ARRAY[$4], '{5}'
       FROM held`,
    [fixture.workspaceId, bucket_name, key, `file_${fixture.name()}`],
  );
  return { bucket_name, key };
}

/** Creates a bucket with object lock. */
async function lockedBucket(fixture: ExampleFixture): Promise<string> {
  const body = { name: fixture.name(), region: "eu-central-1", object_lock_enabled: true };
  return (await fixture.make("bucket.create", { body })).name;
}

/** The present object of a bucket with object lock. */
async function objectNamed(fixture: ExampleFixture) {
  const { bucket_name, key } = await bucketWithObject(fixture, lockedBucket);
  return { params: { bucket_name }, query: { object_key: key } };
}

/** Creates a bucket with a version of an object. */
async function bucketWithVersion(fixture: ExampleFixture) {
  const { bucket_name, key } = await bucketWithObject(fixture);
  const version_id = newId("ver");
  const { pool } = fixture.api.database;
  await pool.query("DELETE FROM object_version WHERE workspace_id = $1 AND key = $2", [fixture.workspaceId, key]);
  await pool.query("UPDATE object SET version_id = $3 WHERE workspace_id = $1 AND key = $2", [
    fixture.workspaceId,
    key,
    version_id,
  ]);
  return { bucket_name, named: { object_key: key, version_id } };
}

/** Creates a multipart upload with its first part, as the object store does. */
async function uploadWithPart(fixture: ExampleFixture) {
  const bucket_name = await bucket(fixture);
  const { upload_id } = await fixture.make("multipartUpload.create", {
    params: { bucket_name },
    body: { object_key: "a folder/ü.bin" },
  });
  const etag = "5d41402abc4b2a76b9719d911017c592";
  await fixture.api.database.pool.query(
    `WITH kept AS (
       INSERT INTO object_file (workspace_id, file_id) VALUES ($1, $3)
     )
     INSERT INTO multipart_part (workspace_id, upload_id, part_number, file_id, size, etag)
     VALUES ($1, $2, 1, $3, 5, $4)`,
    [fixture.workspaceId, upload_id, `file_${fixture.name()}`, etag],
  );
  return { params: { bucket_name, upload_id }, etag };
}

/** Creates an access key for one bucket and returns its id. */
async function accessKey(fixture: ExampleFixture): Promise<string> {
  const body = { name: fixture.name(), permission: "read", bucket_names: [await bucket(fixture)] } as const;
  const { access_key_id } = await fixture.make("accessKey.create", {
    body: { ...body, bucket_names: [...body.bucket_names] },
  });
  return access_key_id;
}

export const objectStorageExamples = {
  "bucket.list": [
    async (fixture) => {
      await bucket(fixture);
      return {};
    },
  ],
  "bucket.create": [
    (fixture) => ({
      body: {
        name: fixture.name(),
        region: "eu-central-1",
        object_lock_enabled: true,
        default_retention: { mode: "GOVERNANCE", days: 1 },
        tags: ["example"],
      },
    }),
  ],
  "bucket.get": [async (fixture) => ({ params: { bucket_name: await bucket(fixture) } })],
  "bucket.update": [async (fixture) => ({ params: { bucket_name: await bucket(fixture) }, body: { is_public: true } })],
  "bucketQuota.get": [async (fixture) => ({ params: { bucket_name: await bucket(fixture) } })],
  "bucketQuota.put": [
    async (fixture) => ({ params: { bucket_name: await bucket(fixture) }, body: { size_bytes: 1_000_000 } }),
  ],
  "bucketLifecycle.get": [async (fixture) => ({ params: { bucket_name: await bucket(fixture) } })],
  "bucketLifecycle.put": [
    async (fixture) => ({
      params: { bucket_name: await bucket(fixture) },
      body: {
        rules: [
          { id: "logs", filter: { prefix: "logs/", tags: { kind: "log" } }, expire_after_days: 30 },
          { id: "uploads", enabled: false, abort_uploads_after_days: 2 },
        ],
      },
    }),
  ],
  "bucketLifecycle.preview": [
    async (fixture) => {
      const { bucket_name } = await bucketWithObject(fixture);
      return { params: { bucket_name }, body: { rule: { id: "all", expire_after_days: 1 } } };
    },
  ],
  "bucketPolicy.get": [async (fixture) => ({ params: { bucket_name: await bucket(fixture) } })],
  "bucketPolicy.put": [
    async (fixture) => {
      const bucket_name = await bucket(fixture);
      const Resource = [`arn:aws:s3:::${bucket_name}/public/*`];
      const Statement = [{ Effect: "Allow" as const, Principal: "*" as const, Action: "s3:GetObject", Resource }];
      return { params: { bucket_name }, body: { policy: { Version: "2012-10-17", Statement } } };
    },
  ],
  "bucketPolicy.delete": [async (fixture) => ({ params: { bucket_name: await bucket(fixture) } })],
  "bucketCors.get": [async (fixture) => ({ params: { bucket_name: await bucket(fixture) } })],
  "bucketCors.put": [
    async (fixture) => ({
      params: { bucket_name: await bucket(fixture) },
      body: { rules: [{ id: "app", allowed_origins: ["https://*.example"], allowed_methods: ["GET" as const] }] },
    }),
  ],
  "objectTags.get": [(fixture) => objectNamed(fixture)],
  "objectTags.put": [async (fixture) => ({ ...(await objectNamed(fixture)), body: { tags: { project: "atlas" } } })],
  "bucketObjectLock.get": [async (fixture) => ({ params: { bucket_name: await lockedBucket(fixture) } })],
  "bucketObjectLock.put": [
    async (fixture) => ({
      params: { bucket_name: await lockedBucket(fixture) },
      body: { default_retention: { mode: "GOVERNANCE" as const, days: 7 } },
    }),
  ],
  "objectRetention.get": [(fixture) => objectNamed(fixture)],
  "objectRetention.put": [
    async (fixture) => ({
      ...(await objectNamed(fixture)),
      body: { mode: "GOVERNANCE" as const, retain_until: "2099-01-31T00:00:00Z" },
    }),
  ],
  "objectLegalHold.get": [(fixture) => objectNamed(fixture)],
  "objectLegalHold.put": [async (fixture) => ({ ...(await objectNamed(fixture)), body: { legal_hold: true } })],
  "bucket.delete": [async (fixture) => ({ params: { bucket_name: await bucket(fixture) } })],
  "bucket.restore": [async (fixture) => ({ params: { bucket_name: await keptBucket(fixture) } })],
  "bucket.purge": [async (fixture) => ({ params: { bucket_name: await keptBucket(fixture) } })],
  "object.list": [
    async (fixture) => {
      const { bucket_name } = await bucketWithObject(fixture);
      return { params: { bucket_name } };
    },
  ],
  "object.createDownloadUrl": [
    async (fixture) => {
      const { bucket_name, key } = await bucketWithObject(fixture);
      return { params: { bucket_name }, body: { object_key: key, expires_in: 60, disposition: "attachment" } };
    },
  ],
  "object.createUploadUrl": [
    async (fixture) => ({
      params: { bucket_name: await bucket(fixture) },
      body: { object_key: "a folder/ü.txt", content_type: "text/plain; charset=utf-8" },
    }),
  ],
  "object.delete": [
    async (fixture) => {
      const { bucket_name, key } = await bucketWithObject(fixture);
      return { params: { bucket_name }, body: { object_keys: [key, "never-was"] } };
    },
  ],
  "bucketVersioning.get": [async (fixture) => ({ params: { bucket_name: await bucket(fixture) } })],
  "bucketVersioning.put": [
    async (fixture) => ({ params: { bucket_name: await bucket(fixture) }, body: { status: "enabled" } }),
  ],
  "objectVersion.list": [
    async (fixture) => {
      const { bucket_name } = await bucketWithVersion(fixture);
      return { params: { bucket_name } };
    },
  ],
  "objectVersion.createDownloadUrl": [
    async (fixture) => {
      const { bucket_name, named } = await bucketWithVersion(fixture);
      return { params: { bucket_name }, body: { ...named, expires_in: 60, disposition: "attachment" } };
    },
  ],
  "objectVersion.createRestoreUrl": [
    async (fixture) => {
      const { bucket_name, named } = await bucketWithVersion(fixture);
      return { params: { bucket_name }, body: named };
    },
  ],
  "objectVersion.delete": [
    async (fixture) => {
      const { bucket_name, named } = await bucketWithVersion(fixture);
      return { params: { bucket_name }, body: named };
    },
  ],
  "multipartUpload.create": [
    async (fixture) => ({
      params: { bucket_name: await bucket(fixture) },
      body: { object_key: "a folder/ü.bin", content_type: "video/mp4" },
    }),
  ],
  "multipartUpload.createPartUrls": [
    async (fixture) => {
      const { params } = await uploadWithPart(fixture);
      return { params, body: { part_numbers: [1, 2], expires_in: 60 } };
    },
  ],
  "multipartUpload.complete": [
    async (fixture) => {
      const { params, etag } = await uploadWithPart(fixture);
      return { params, body: { parts: [{ part_number: 1, etag: `"${etag}"` }], size: 5, only_new: true } };
    },
  ],
  "multipartUpload.abort": [
    async (fixture) => {
      const { params } = await uploadWithPart(fixture);
      return { params };
    },
  ],
  "accessKey.list": [
    async (fixture) => {
      await accessKey(fixture);
      return {};
    },
  ],
  "accessKey.create": [
    async (fixture) => ({
      body: {
        name: fixture.name(),
        permission: "read_write",
        bucket_names: [await bucket(fixture)],
        expires_at: "2099-01-01T00:00:00Z",
      },
    }),
  ],
  "accessKey.get": [async (fixture) => ({ params: { access_key_id: await accessKey(fixture) } })],
  "accessKey.delete": [async (fixture) => ({ params: { access_key_id: await accessKey(fixture) } })],
} satisfies Partial<Examples>;
