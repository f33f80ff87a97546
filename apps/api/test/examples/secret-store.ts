import type { Examples } from "./example.ts";
import type { Scene } from "./scene.ts";

const store = async (scene: Scene): Promise<{ store_id: string }> => {
  const { id } = await scene.make("secretStore.create", { body: { name: scene.name() } });
  return { store_id: id };
};

const secret = async (scene: Scene): Promise<{ store_id: string; secret_id: string }> => {
  const params = await store(scene);
  const { id } = await scene.make("secret.create", { params, body: { key: scene.name(), value: "an example" } });
  return { ...params, secret_id: id };
};

const firstVersion = async (scene: Scene) => ({ params: { ...(await secret(scene)), version: "1" } });

export const secretStoreExamples = {
  "secretStore.list": [
    async (scene) => {
      await store(scene);
      return {};
    },
  ],
  "secretStore.create": [(scene) => ({ body: { name: scene.name(), description: "An example" } })],
  "secretStore.get": [async (scene) => ({ params: await store(scene) })],
  "secretStore.update": [
    async (scene) => ({ params: await store(scene), body: { name: scene.name(), description: "Another" } }),
  ],
  "secretStore.delete": [
    async (scene) => {
      const { store_id } = await secret(scene);
      return { params: { store_id }, query: { force: true } };
    },
  ],
  "secretStore.restore": [
    async (scene) => {
      const params = await store(scene);
      await scene.make("secretStore.delete", { params });
      return { params };
    },
  ],
  "secretStore.archive": [async (scene) => ({ params: await store(scene) })],
  "secretStore.unarchive": [
    async (scene) => {
      const params = await store(scene);
      await scene.make("secretStore.archive", { params });
      return { params };
    },
  ],
  "secret.list": [
    async (scene) => {
      const { store_id } = await secret(scene);
      return { params: { store_id } };
    },
  ],
  "secret.create": [
    async (scene) => ({
      params: await store(scene),
      body: {
        key: scene.name(),
        value: "an example",
        encoding: "utf8",
        description: "An example",
        tags: ["example"],
        expires_at: "2999-12-31T23:59:59Z",
      },
    }),
  ],
  "secret.get": [async (scene) => ({ params: await secret(scene) })],
  "secret.update": [
    async (scene) => ({
      params: await secret(scene),
      body: { description: "Another", tags: [], expires_at: null, if_version: 1 },
    }),
  ],
  "secret.delete": [async (scene) => ({ params: await secret(scene), query: { if_version: 1 } })],
  "secret.restore": [
    async (scene) => {
      const params = await secret(scene);
      await scene.make("secret.delete", { params });
      return { params };
    },
  ],
  "secret.value": [async (scene) => ({ params: await secret(scene), query: { version: 1 } })],
  "secretVersion.list": [async (scene) => ({ params: await secret(scene) })],
  "secretVersion.create": [
    async (scene) => ({
      params: await secret(scene),
      body: { value: "YW5vdGhlcg==", encoding: "base64", if_version: 1 },
    }),
  ],
  "secretVersion.disable": [firstVersion],
  "secretVersion.enable": [
    async (scene) => {
      const request = await firstVersion(scene);
      await scene.make("secretVersion.disable", request);
      return request;
    },
  ],
  "secretVersion.destroy": [firstVersion],
} satisfies Partial<Examples>;
