import type { Examples } from "./example.ts";
import { bucket } from "./object-storage.ts";
import type { Scene } from "./scene.ts";

export const billingExamples = {
  "admission.list": [
    async (scene) => {
      await bucket(scene);
      return { query: { allowed: true } };
    },
  ],
  "billing.resourceEligibility": [() => ({ body: { sku_code: "vm-small" } })],
  "quota.list": [() => ({})],
  "sku.list": [() => ({})],
  "usage.list": [
    async (scene) => {
      await metered(scene);
      return { query: { from: "2026-11-01T00:00:00Z", to: "2026-11-02T00:00:00Z", group_by: "resource" } };
    },
  ],
} satisfies Partial<Examples>;

/** Writes an hour of a VM's usage as the meter does. These tests run no worker. */
async function metered(scene: Scene): Promise<void> {
  const price = { unit_price: "0.007", amount: "0.007" };
  const used = {
    resource_type: "cloud_vm",
    resource_id: scene.name(),
    sku_code: "vm.nano",
    seconds: 3600,
    quantity: 1,
  };
  const record = {
    workspace_id: BigInt(scene.workspaceId),
    hour: new Date("2026-11-01T10:00:00Z"),
    charge_id: scene.number(),
  };
  await scene.api.database.prisma.usageRecord.create({ data: { ...record, ...used, ...price } });
}
