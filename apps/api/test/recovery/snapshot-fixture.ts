import { expect } from "vitest";
import type { Api } from "../api-fixture.ts";
import { settle } from "../compute/compute-fixture.ts";

/** Requests for snapshots of VMs. */
export function snapshotsOf(api: () => Api) {
  const pathOf = (vmId: string) => `/compute/cloud-vms/${vmId}/snapshots`;
  return {
    pathOf,
    /** Requests a snapshot and ends its operation. The snapshot stays queued, because no worker has taken it. */
    async snapshot(vmId: string, body: Record<string, unknown>): Promise<void> {
      const response = await api().request("POST", pathOf(vmId), { body });
      expect(response.status, response.text).toBe(202);
      await settle(api(), vmId, response.body.operation_id, "running");
    },
  };
}
