import { expect } from "vitest";
import type { Api, Tenant } from "../api-fixture.ts";
import { type ExampleFixture, SITE } from "../examples/example-fixture.ts";

/** Requests for volumes, and volumes in the states that a worker leaves. */
export function volumesOf(api: () => Api, fixture: () => ExampleFixture) {
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
    newName,
    create,
    get,
    call,
    remove: (id: string, query: Record<string, string> = {}) =>
      api().request("DELETE", `/block-storage/volumes/${id}`, { query }),
    /** Creates a volume in the state that a worker leaves. */
    async volume(body: object = {}) {
      const { volume_id } = (await create(body)).body;
      await fixture().settleVolume(volume_id);
      return (await get(volume_id)).body;
    },
    /** Requests a change of a volume and ends its operation as a worker does. */
    async done(id: string, verb: string, body?: object) {
      const accepted = await call(id, verb, body);
      expect(accepted.status, accepted.text).toBe(200);
      await fixture().settleVolume(id);
    },
    history: async (id: string) => (await api().request("GET", `/block-storage/volumes/${id}/operations`)).body,
  };
}
