import type { Examples } from "./example.ts";
import type { ExampleFixture } from "./example-fixture.ts";
import { bucket } from "./object-storage.ts";

export const billingExamples = {
  "admission.list": [
    async (fixture) => {
      await bucket(fixture);
      return { query: { allowed: true } };
    },
  ],
  "billing.resourceEligibility": [() => ({ body: { sku_code: "vm-small" } })],
  "usage.list": [
    async (fixture) => {
      await metered(fixture);
      return { query: { from: "2026-11-01T00:00:00Z", to: "2026-11-02T00:00:00Z", group_by: "resource" } };
    },
  ],
} satisfies Partial<Examples>;

/** Writes an hour of a VM's usage as the meter does. These tests run no worker. */
async function metered(fixture: ExampleFixture): Promise<void> {
  const price = { unit_price: "0.007", amount: "0.007" };
  const used = {
    resource_type: "cloud_vm",
    resource_id: fixture.name(),
    sku_code: "vm.nano",
    seconds: 3600,
    quantity: 1,
  };
  const record = {
    workspace_id: BigInt(fixture.workspaceId),
    hour: new Date("2026-11-01T10:00:00Z"),
    charge_id: fixture.number(),
  };
  await fixture.api.database.prisma.usageRecord.create({ data: { ...record, ...used, ...price } });
}
