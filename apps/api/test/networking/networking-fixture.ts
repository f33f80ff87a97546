import { randomBytes } from "node:crypto";
import type { VmStatus } from "@fulmar/contract";
import { newId } from "@fulmar/core";
import { expect } from "vitest";
import { type Api, type ApiResponse, startApi, type Tenant } from "../api-fixture.ts";

export const AMSTERDAM = "site-ams-1";
export const FRANKFURT = "site-fra-1";
export const TIMESTAMP = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);

export const uniqueName = (kind: string) => `${kind}-${randomBytes(4).toString("hex")}`;

/** Requests of a new tenant, and the resources that networking tests need. */
export interface Network {
  readonly api: Api;
  readonly tenant: Tenant;
  readonly get: (path: string, query?: Readonly<Record<string, string>>) => Promise<ApiResponse>;
  readonly post: (path: string, body?: unknown) => Promise<ApiResponse>;
  readonly patch: (path: string, body: unknown) => Promise<ApiResponse>;
  readonly put: (path: string, body: unknown) => Promise<ApiResponse>;
  readonly remove: (path: string) => Promise<ApiResponse>;
  readonly vpc: (cidr: string, siteId?: string) => Promise<string>;
  readonly subnet: (vpcId: string, cidr: string) => Promise<string>;
  readonly vm: (options?: {
    status?: VmStatus;
    siteId?: string;
    type?: "cloud" | "gpu";
  }) => Promise<{ vmId: string; name: string }>;
  readonly attach: (vpcId: string, body: Readonly<Record<string, unknown>>) => Promise<ApiResponse>;
  /** The addresses in the VM's record. */
  readonly shown: (vmId: string) => Promise<{ private_ip: string | null; public_ip: string | null }>;
  /** The same API with another tenant. */
  readonly neighbour: () => Promise<Network>;
}

export async function startNetwork(): Promise<Network & { readonly close: () => Promise<void> }> {
  const api = await startApi();
  return { ...networkOf(api, api.tenant), close: () => api.close() };
}

/** The address that a new VM gets from its site. */
export const SITE_IP = "10.255.0.7";

function networkOf(api: Api, tenant: Tenant): Network {
  const as = { token: tenant.token, workspaceId: tenant.workspaceId };
  const post = (path: string, body?: unknown) =>
    api.request("POST", path, { ...as, ...(body !== undefined && { body }) });
  const created = async (path: string, body: unknown) => {
    const response = await post(path, body);
    expect(response.status, response.text).toBe(201);
    return response.body;
  };
  return {
    api,
    tenant,
    get: (path, query) => api.request("GET", path, { ...as, ...(query !== undefined && { query }) }),
    post,
    patch: (path, body) => api.request("PATCH", path, { ...as, body }),
    put: (path, body) => api.request("PUT", path, { ...as, body }),
    remove: (path) => api.request("DELETE", path, as),
    vpc: async (cidr, siteId = AMSTERDAM) =>
      (await created("/networking/vpcs", { name: uniqueName("vpc"), site_id: siteId, cidr })).vpc_id,
    subnet: async (vpcId, cidr) =>
      (await created(`/networking/vpcs/${vpcId}/subnets`, { name: uniqueName("subnet"), cidr })).subnet_id,
    attach: (vpcId, body) => post(`/networking/vpcs/${vpcId}/nodes`, body),
    async vm({ status = "running", siteId = AMSTERDAM, type = "cloud" } = {}) {
      const vmId = newId("vm");
      const name = uniqueName("vm");
      await api.database.prisma.vm.create({
        data: {
          vm_id: vmId,
          workspace_id: BigInt(tenant.workspaceId),
          type,
          name,
          status,
          operation_id: ["running", "stopped", "deleted", "error"].includes(status) ? null : newId("op"),
          deleted_at: status === "deleted" ? new Date() : null,
          site_id: siteId,
          plan_id: "plan-nano",
          template_id: "debian-13",
          cpu: 1,
          ram_mb: 1024,
          disk_gb: 20,
          os_type: "linux",
          os_distro: "debian",
          private_ip: SITE_IP,
        },
      });
      return { vmId, name };
    },
    shown: (vmId) =>
      api.database.prisma.vm.findUniqueOrThrow({
        where: { vm_id: vmId },
        select: { private_ip: true, public_ip: true },
      }),
    neighbour: async () => networkOf(api, await api.createTenant()),
  };
}
