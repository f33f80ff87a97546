import type { Examples } from "./example.ts";
import { bucket } from "./object-storage.ts";
import type { Scene } from "./scene.ts";

const distribution = async (scene: Scene): Promise<{ distribution_id: string }> => {
  const { id } = await scene.make("cdnDistribution.create", { body: { name: scene.name(), origin_id: await bucket(scene) } });
  return { distribution_id: id };
};

export const cdnExamples = {
  "cdnDistribution.list": [
    async (scene) => {
      await distribution(scene);
      return {};
    },
  ],
  "cdnDistribution.create": [async (scene) => ({ body: { name: scene.name(), origin_id: await bucket(scene), cache_policy: "media" } })],
  "cdnDistribution.get": [async (scene) => ({ params: await distribution(scene) })],
  "cdnDistribution.update": [async (scene) => ({ params: await distribution(scene), body: { cache_policy: "short" } })],
  "cdnDistribution.delete": [async (scene) => ({ params: await distribution(scene) })],
  "cdnCustomDomain.list": [
    async (scene) => {
      const params = await distribution(scene);
      await scene.make("cdnCustomDomain.create", { params, body: { domain: `${scene.name()}.example.com` } });
      return { params };
    },
  ],
  "cdnCustomDomain.create": [async (scene) => ({ params: await distribution(scene), body: { domain: `${scene.name()}.example.com` } })],
  "cdnUrl.generate": [async (scene) => ({ body: { bucket_name: await bucket(scene), object_key: "pictures/one.png", expires_in: 60 } })],
} satisfies Partial<Examples>;
