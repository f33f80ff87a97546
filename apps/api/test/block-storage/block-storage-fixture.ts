import { afterAll, beforeAll, expect } from "vitest";
import { startApi, type Tenant } from "../api-fixture.ts";
import { ExampleFixture, SITE } from "../examples/example-fixture.ts";

/** The API with a database for the test file, requests for volumes, and volumes in the states that a worker leaves. */
export function blockStorageFixture() {
  let started: ExampleFixture | undefined;
  beforeAll(async () => {
    const own = await startApi();
    started = new ExampleFixture(own, own.tenant);
  });
  afterAll(() => started?.api.close());
  const examples = () => {
    if (started === undefined) throw new Error("The API runs only while tests run.");
    return started;
  };
  const api = () => examples().api;
  let names = 0;
  const newName = () => `volume-${++names}`;
  const create = (body: object, tenant: Tenant = api().tenant) =>
    api().request("POST", "/block-storage/volumes", {
      ...tenant,
      body: { name: newName(), size_gb: 10, site_id: SITE, ...body },
    });
  const get = (id: string) => api().request("GET", `/block-storage/volumes/${id}`);
  const call = (id: string, verb: string, body?: object) =>
    api().request("POST", `/block-storage/volumes/${id}/${verb}`, { body });
  return {
    get api() {
      return api();
    },
    /** Resources of the tenant, created through the API. */
    get examples() {
      return examples();
    },
    newName,
    create,
    get,
    call,
    remove: (id: string, query: Record<string, string> = {}) =>
      api().request("DELETE", `/block-storage/volumes/${id}`, { query }),
    /** Creates a volume in the state that a worker leaves. */
    async volume(body: object = {}) {
      const { volume_id } = (await create(body)).body;
      await examples().settleVolume(volume_id);
      return (await get(volume_id)).body;
    },
    /** Requests a change of a volume and ends its operation as a worker does. */
    async done(id: string, verb: string, body?: object) {
      const accepted = await call(id, verb, body);
      expect(accepted.status, accepted.text).toBe(200);
      await examples().settleVolume(id);
    },
    history: async (id: string) => (await api().request("GET", `/block-storage/volumes/${id}/operations`)).body,
  };
}
