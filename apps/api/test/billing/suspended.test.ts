// A suspended organization may do what costs nothing more: delete, stop, detach, move to what is cheaper.
import type { Operation } from "@fulmar/contract";
import { suspendWallet } from "@fulmar/core/operator";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Api, startApi, type Tenant } from "../api-fixture.ts";
import { exampleOf, operations } from "../examples/all.ts";
import { ExampleFixture } from "../examples/example-fixture.ts";
import { expectError } from "../expect-error.ts";

let api: Api;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

const suspend = (tenant: Tenant) =>
  suspendWallet(api.database, { organizationId: tenant.organizationId, reason: "unpaid" });

/** These store more, but the specification lists no 402 for them. */
const STORING = [
  "snapshot.create",
  "gpuSnapshot.create",
  "backupPolicy.enable",
  "gpuBackupPolicy.enable",
  "backup.create",
  "gpuBackup.create",
  "volumeSnapshot.create",
  ...["multipartUpload.create", "multipartUpload.createPartUrls", "multipartUpload.complete"],
  ...["object.createUploadUrl", "objectVersion.createRestoreUrl", "objectTags.put"],
];

const refused = ({ id, billable }: Operation) => billable || STORING.includes(id);

/** The cost of the organization's resources per hour. */
async function hourly(tenant: Tenant): Promise<number> {
  const { rows } = await api.database.pool.query("SELECT organization_hourly($1)::float8 AS hourly", [
    tenant.organizationId,
  ]);
  return rows[0].hourly;
}

describe("in a suspended organization", () => {
  const changes = operations.filter((operation) => !operation.safe || refused(operation));

  test.each(changes.map((operation) => [operation.id, refused(operation) ? "is refused" : "succeeds", operation]))(
    "%s %s",
    async (_, __, operation) => {
      const tenant = await api.createTenant();
      const fixture = new ExampleFixture(api, tenant);
      const request = await exampleOf(operation, fixture);
      const before = await hourly(tenant);
      await suspend(tenant);
      const answer = await fixture.send(operation, request);
      if (operation.billable) expectError(answer, 402, "account_suspended");
      else if (refused(operation)) expectError(answer, 403, "account_suspended");
      else expect(answer.status, answer.text).toBe(operation.success);
      expect(await hourly(tenant)).toBeLessThanOrEqual(before);
    },
  );

  test.each([
    ["plan-medium", 402],
    ["plan-nano", 202],
  ])("a VM of the plan small can get the plan %s: %i", async (plan_id, status) => {
    const tenant = await api.createTenant();
    const fixture = new ExampleFixture(api, tenant);
    const { vm_id, operation_id } = await fixture.make("cloudVm.create", {
      body: { name: "moving", plan_id: "plan-small", template_id: "debian-13" },
    });
    await fixture.settle(operation_id, vm_id, "stopped");
    await suspend(tenant);
    const answer = await api.request("POST", `/compute/cloud-vms/${vm_id}/resize-plan`, {
      token: tenant.token,
      workspaceId: tenant.workspaceId,
      body: { plan_id },
    });
    if (status === 402) expectError(answer, 402, "account_suspended");
    else expect(answer.status, answer.text).toBe(status);
  });
});
