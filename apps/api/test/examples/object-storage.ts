import type { Examples } from "./example.ts";
import type { Scene } from "./scene.ts";

/** Creates a private bucket and returns its name. */
export async function bucket(scene: Scene): Promise<string> {
  const { name } = await scene.make("bucket.create", { body: { name: scene.name(), region: "eu-central-1" } });
  return name;
}

/** Creates a bucket with an object, as the object store does. These tests run no object store. */
async function bucketWithObject(scene: Scene): Promise<{ bucket_name: string; key: string }> {
  const bucket_name = await bucket(scene);
  const key = `folder/${scene.name()}.txt`;
  await scene.api.database.pool.query(
    `WITH held AS (
       INSERT INTO bucket_usage (workspace_id, bucket_id, slot, object_count, total_size)
       SELECT workspace_id, bucket_id, 0, 1, 5 FROM bucket WHERE workspace_id = $1 AND name = $2 RETURNING workspace_id, bucket_id
     ), kept AS (
       INSERT INTO object_file (workspace_id, file_id) SELECT workspace_id, $4 FROM held
     )
     INSERT INTO object (workspace_id, bucket_id, key, size, etag, content_type, file_ids, file_sizes)
     SELECT workspace_id, bucket_id, $3, 5, '5d41402abc4b2a76b9719d911017c592', 'text/plain', ARRAY[$4], '{5}' FROM held`,
    [scene.workspaceId, bucket_name, key, `file_${scene.name()}`],
  );
  return { bucket_name, key };
}

/** Creates a multipart upload with its first part, as the object store does. */
async function uploadWithPart(scene: Scene) {
  const bucket_name = await bucket(scene);
  const { upload_id } = await scene.make("multipartUpload.create", {
    params: { bucket_name },
    body: { object_key: "a folder/ü.bin" },
  });
  const etag = "5d41402abc4b2a76b9719d911017c592";
  await scene.api.database.pool.query(
    `WITH kept AS (
       INSERT INTO object_file (workspace_id, file_id) VALUES ($1, $3)
     )
     INSERT INTO multipart_part (workspace_id, upload_id, part_number, file_id, size, etag) VALUES ($1, $2, 1, $3, 5, $4)`,
    [scene.workspaceId, upload_id, `file_${scene.name()}`, etag],
  );
  return { params: { bucket_name, upload_id }, etag };
}

/** Creates an access key for one bucket and returns its id. */
async function accessKey(scene: Scene): Promise<string> {
  const body = { name: scene.name(), permission: "read", bucket_names: [await bucket(scene)] } as const;
  const { access_key_id } = await scene.make("accessKey.create", {
    body: { ...body, bucket_names: [...body.bucket_names] },
  });
  return access_key_id;
}

export const objectStorageExamples = {
  "bucket.list": [
    async (scene) => {
      await bucket(scene);
      return {};
    },
  ],
  "bucket.create": [
    (scene) => ({
      body: {
        name: scene.name(),
        region: "eu-central-1",
        object_lock_enabled: true,
        default_retention: { mode: "GOVERNANCE", days: 1 },
        tags: ["example"],
      },
    }),
  ],
  "bucket.get": [async (scene) => ({ params: { bucket_name: await bucket(scene) } })],
  "bucket.update": [async (scene) => ({ params: { bucket_name: await bucket(scene) }, body: { is_public: true } })],
  "bucket.delete": [async (scene) => ({ params: { bucket_name: await bucket(scene) } })],
  "object.list": [
    async (scene) => {
      const { bucket_name } = await bucketWithObject(scene);
      return { params: { bucket_name } };
    },
  ],
  "object.createDownloadUrl": [
    async (scene) => {
      const { bucket_name, key } = await bucketWithObject(scene);
      return { params: { bucket_name }, body: { object_key: key, expires_in: 60, disposition: "attachment" } };
    },
  ],
  "object.createUploadUrl": [
    async (scene) => ({
      params: { bucket_name: await bucket(scene) },
      body: { object_key: "a folder/ü.txt", content_type: "text/plain; charset=utf-8" },
    }),
  ],
  "object.delete": [
    async (scene) => {
      const { bucket_name, key } = await bucketWithObject(scene);
      return { params: { bucket_name }, body: { object_keys: [key, "never-was"] } };
    },
  ],
  "multipartUpload.create": [
    async (scene) => ({
      params: { bucket_name: await bucket(scene) },
      body: { object_key: "a folder/ü.bin", content_type: "video/mp4" },
    }),
  ],
  "multipartUpload.createPartUrls": [
    async (scene) => {
      const { params } = await uploadWithPart(scene);
      return { params, body: { part_numbers: [1, 2], expires_in: 60 } };
    },
  ],
  "multipartUpload.complete": [
    async (scene) => {
      const { params, etag } = await uploadWithPart(scene);
      return { params, body: { parts: [{ part_number: 1, etag: `"${etag}"` }], size: 5, only_new: true } };
    },
  ],
  "multipartUpload.abort": [
    async (scene) => {
      const { params } = await uploadWithPart(scene);
      return { params };
    },
  ],
  "region.list": [() => ({})],
  "accessKey.list": [
    async (scene) => {
      await accessKey(scene);
      return {};
    },
  ],
  "accessKey.create": [
    async (scene) => ({
      body: {
        name: scene.name(),
        permission: "read_write",
        bucket_names: [await bucket(scene)],
        expires_at: "2099-01-01T00:00:00Z",
      },
    }),
  ],
  "accessKey.get": [async (scene) => ({ params: { access_key_id: await accessKey(scene) } })],
  "accessKey.delete": [async (scene) => ({ params: { access_key_id: await accessKey(scene) } })],
} satisfies Partial<Examples>;
