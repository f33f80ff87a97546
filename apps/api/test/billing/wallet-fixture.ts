import { setWallet } from "@fulmar/core/operator";
import type { Api, Tenant } from "../api-fixture.ts";

/** The body of a VM of the smallest plan, the product vm.nano. */
export const nanoVm = (name: string) => ({ name, plan_id: "plan-nano", template_id: "debian-13" });

/** Tenants with wallets of their own, their smallest purchase, and the question whether they may make it. */
export function walletFixture(api: () => Api) {
  const send = (tenant: Tenant, path: string, body: unknown, { key, workspaceId = tenant.workspaceId }: Sending) =>
    api().request("POST", path, { body, token: tenant.token, workspaceId, ...(key !== undefined && { key }) });
  return {
    async tenantWith(balance: string, creditLimit = "0"): Promise<Tenant> {
      const tenant = await api().createTenant();
      await setWallet(api().database, { organizationId: tenant.organizationId, balance, creditLimit });
      return tenant;
    },

    createVm: (tenant: Tenant, name: string, sending: Sending = {}) =>
      send(tenant, "/compute/cloud-vms", nanoVm(name), sending),
    askEligibility: (tenant: Tenant, body: unknown, sending: Sending = {}) =>
      send(tenant, "/billing/resource-eligibility", body, sending),
  };
}

/** The idempotency key and the workspace, if not a new key and the tenant's first workspace. */
interface Sending {
  readonly key?: string;
  readonly workspaceId?: string | undefined;
}
