import type { Examples } from "./example.ts";
import type { Scene } from "./scene.ts";

/** A private bucket, by its name. */
export async function bucket(scene: Scene): Promise<string> {
  const { name } = await scene.make("bucket.create", { body: { name: scene.name(), region: "eu-central-1" } });
  return name;
}

/** An access key for one bucket, by its id. */
async function accessKey(scene: Scene): Promise<string> {
  const body = { name: scene.name(), permission: "read", bucket_names: [await bucket(scene)] } as const;
  const { access_key_id } = await scene.make("accessKey.create", { body: { ...body, bucket_names: [...body.bucket_names] } });
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
  "region.list": [() => ({})],
  "accessKey.list": [
    async (scene) => {
      await accessKey(scene);
      return {};
    },
  ],
  "accessKey.create": [
    async (scene) => ({
      body: { name: scene.name(), permission: "read_write", bucket_names: [await bucket(scene)], expires_at: "2099-01-01T00:00:00Z" },
    }),
  ],
  "accessKey.get": [async (scene) => ({ params: { access_key_id: await accessKey(scene) } })],
  "accessKey.delete": [async (scene) => ({ params: { access_key_id: await accessKey(scene) } })],
} satisfies Partial<Examples>;
