import type { Examples } from "./example.ts";
import type { Scene } from "./scene.ts";

const store = async (scene: Scene): Promise<{ store_id: string }> => {
  const { id } = await scene.make("secretStore.create", { body: { name: scene.name() } });
  return { store_id: id };
};

export const secretStoreExamples = {
  "secretStore.list": [
    async (scene) => {
      await store(scene);
      return {};
    },
  ],
  "secretStore.create": [(scene) => ({ body: { name: scene.name(), description: "An example" } })],
  "secretStore.get": [async (scene) => ({ params: await store(scene) })],
  "secretStore.archive": [async (scene) => ({ params: await store(scene) })],
  "secretStore.unarchive": [
    async (scene) => {
      const params = await store(scene);
      await scene.make("secretStore.archive", { params });
      return { params };
    },
  ],
} satisfies Partial<Examples>;
