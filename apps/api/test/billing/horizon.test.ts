// A purchase counts what already runs: the wallet must carry everything for the horizon, 24 hours unless configured.
import { setWallet } from "@fulmar/core/operator";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Api, startApi } from "../api-fixture.ts";
import { exampleOf, operations } from "../examples/all.ts";
import { ExampleFixture } from "../examples/example-fixture.ts";
import { expectError } from "../expect-error.ts";
import { walletFixture } from "./wallet-fixture.ts";

/** The price of a nano VM for an hour. */
const NANO = 0.007;

let api: Api;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

const { tenantWith, createVm, askEligibility } = walletFixture(() => api);

const daysOf = (vms: number) => (NANO * 24 * vms).toFixed(8);

describe("a wallet for ten VMs", () => {
  test("admits exactly ten of thirty parallel creates in two workspaces", async () => {
    const tenant = await tenantWith(daysOf(10));
    const places = [tenant.workspaceId, tenant.otherWorkspaceId];
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, index) => createVm(tenant, `vm-${index}`, { workspaceId: places[index % 2] })),
    );
    expect(answers.filter(({ status }) => status === 202)).toHaveLength(10);
    for (const refused of answers.filter(({ status }) => status !== 202))
      expectError(refused, 402, "insufficient_funds");
    const admitted = await api.database.prisma.vm.count({
      where: { workspace_id: { in: places.map(BigInt) } },
    });
    expect(admitted).toBe(10);
  });

  test("admits one after the other, refuses the eleventh, and admits again after a deletion", async () => {
    const tenant = await tenantWith(daysOf(9), daysOf(1));
    for (let index = 0; index < 10; index++) expect((await createVm(tenant, `vm-${index}`)).status).toBe(202);
    expectError(await createVm(tenant, "too many"), 402, "insufficient_funds");
    const preflight = await askEligibility(tenant, { sku_code: "vm.nano" });
    expect(preflight.body).toMatchObject({ allowed: false, reason: "insufficient_funds" });
    const vm = await api.database.prisma.vm.findFirstOrThrow({ where: { workspace_id: BigInt(tenant.workspaceId) } });
    await api.database.prisma.vm.update({
      where: { vm_id: vm.vm_id },
      data: { status: "deleted", deleted_at: new Date(), operation_id: null },
    });
    expect((await createVm(tenant, "in its place")).status).toBe(202);
    expectError(await createVm(tenant, "one more"), 402, "insufficient_funds");
  });
});

describe("every operation that is billable", () => {
  const billable = operations.filter((operation) => operation.billable);

  test.each(billable.map((operation) => [operation.id, operation] as const))(
    "%s counts what runs, and is refused where the wallet carries no more",
    async (_, operation) => {
      const tenant = await api.createTenant();
      const fixture = new ExampleFixture(api, tenant);
      const request = await exampleOf(operation, fixture);
      const [{ hourly }] = (
        await api.database.pool.query("SELECT organization_hourly($1)::text AS hourly", [tenant.organizationId])
      ).rows;
      // The wallet carries what runs to the last cent.
      await setWallet(api.database, {
        organizationId: tenant.organizationId,
        balance: (Number(hourly) * 24).toFixed(8),
        creditLimit: "0",
      });
      expectError(await fixture.send(operation, request), 402, "insufficient_funds");
      await setWallet(api.database, {
        organizationId: tenant.organizationId,
        balance: "1000000",
        creditLimit: "0",
      });
      const answer = await fixture.send(operation, request);
      expect(answer.status, answer.text).toBe(operation.success);
      const after = (
        await api.database.pool.query("SELECT organization_hourly($1)::text AS hourly", [tenant.organizationId])
      ).rows[0].hourly;
      expect(Number(after)).toBeGreaterThan(Number(hourly));
    },
  );
});
