import type { Api, Tenant } from "../api-fixture.ts";

/** Requests for buckets. */
export function bucketsOf(api: () => Api) {
  let names = 0;
  return {
    newName: () => `bucket-${++names}`,
    create: (body: object, tenant: Tenant = api().tenant) =>
      api().request("POST", "/object-storage/buckets", {
        body: { region: "eu-central-1", ...body },
        token: tenant.token,
        workspaceId: tenant.workspaceId,
      }),
  };
}
