import type { Examples } from "./example.ts";
import type { Scene } from "./scene.ts";

/** A private bucket, by its name. */
export async function bucket(scene: Scene): Promise<string> {
  const { name } = await scene.make("bucket.create", { body: { name: scene.name(), region: "eu-central-1" } });
  return name;
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
} satisfies Partial<Examples>;
