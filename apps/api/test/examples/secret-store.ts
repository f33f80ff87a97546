import type { Examples } from "./example.ts";
import type { ExampleFixture } from "./example-fixture.ts";

const store = async (fixture: ExampleFixture): Promise<{ store_id: string }> => {
  const { id } = await fixture.make("secretStore.create", { body: { name: fixture.name() } });
  return { store_id: id };
};

const secret = async (fixture: ExampleFixture): Promise<{ store_id: string; secret_id: string }> => {
  const params = await store(fixture);
  const { id } = await fixture.make("secret.create", { params, body: { key: fixture.name(), value: "an example" } });
  return { ...params, secret_id: id };
};

const firstVersion = async (fixture: ExampleFixture) => ({ params: { ...(await secret(fixture)), version: "1" } });

export const secretStoreExamples = {
  "secretStore.get": [async (fixture) => ({ params: await store(fixture) })],
  "secretStore.update": [
    async (fixture) => ({ params: await store(fixture), body: { name: fixture.name(), description: "Another" } }),
  ],
  "secretStore.delete": [
    async (fixture) => {
      const { store_id } = await secret(fixture);
      return { params: { store_id }, query: { force: true } };
    },
  ],
  "secretStore.restore": [
    async (fixture) => {
      const params = await store(fixture);
      await fixture.make("secretStore.delete", { params });
      return { params };
    },
  ],
  "secretStore.archive": [async (fixture) => ({ params: await store(fixture) })],
  "secretStore.unarchive": [
    async (fixture) => {
      const params = await store(fixture);
      await fixture.make("secretStore.archive", { params });
      return { params };
    },
  ],
  "secret.list": [
    async (fixture) => {
      const { store_id } = await secret(fixture);
      return { params: { store_id } };
    },
  ],
  "secret.create": [
    async (fixture) => ({
      params: await store(fixture),
      body: {
        key: fixture.name(),
        value: "an example",
        encoding: "utf8",
        description: "An example",
        tags: ["example"],
        expires_at: "2999-12-31T23:59:59Z",
      },
    }),
  ],
  "secret.get": [async (fixture) => ({ params: await secret(fixture) })],
  "secret.update": [
    async (fixture) => ({
      params: await secret(fixture),
      body: { description: "Another", tags: [], expires_at: null, if_version: 1 },
    }),
  ],
  "secret.delete": [async (fixture) => ({ params: await secret(fixture), query: { if_version: 1 } })],
  "secret.restore": [
    async (fixture) => {
      const params = await secret(fixture);
      await fixture.make("secret.delete", { params });
      return { params };
    },
  ],
  "secret.value": [async (fixture) => ({ params: await secret(fixture), query: { version: 1 } })],
  "secretVersion.list": [async (fixture) => ({ params: await secret(fixture) })],
  "secretVersion.create": [
    async (fixture) => ({
      params: await secret(fixture),
      body: { value: "YW5vdGhlcg==", encoding: "base64", if_version: 1 },
    }),
  ],
  "secretVersion.disable": [firstVersion],
  "secretVersion.enable": [
    async (fixture) => {
      const request = await firstVersion(fixture);
      await fixture.make("secretVersion.disable", request);
      return request;
    },
  ],
  "secretVersion.destroy": [firstVersion],
} satisfies Partial<Examples>;
