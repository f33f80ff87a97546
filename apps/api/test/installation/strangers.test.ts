// Machines that are not Fulmar's, and distributions that the database does not know: operators decide, a worker acts.
import { randomUUID } from "node:crypto";
import { addSite } from "@fulmar/core/operator";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Api, startApi } from "../api-fixture.ts";
import { OperatorFixture } from "./operator-fixture.ts";

let api: Api;
let fixture: OperatorFixture;
beforeAll(async () => {
  api = await startApi();
  fixture = await OperatorFixture.open(api);
});
afterAll(() => api.close());

/** A site with machines that somebody made by hand, as a worker has seen them. */
async function siteWith(...machines: readonly string[]): Promise<string> {
  const site = { provider: "simulated", name: `site-${randomUUID()}`, location: "Nowhere" };
  const { siteId } = await addSite(api.database, api.configuration, site);
  for (const name of machines) {
    await api.database.pool.query(
      `INSERT INTO simulated.stranger (provider, name, cpu, ram_mb, disk_gb, image, private_ip, power, content, started_at)
       VALUES ($1, $2, 1, 1024, 20, 'Debian 12', '10.9.0.7', 'running', 'root', now())`,
      [`simulated:${siteId}`, name],
    );
    await api.database.pool.query(
      "INSERT INTO simulated.stranger_volume (provider, name, size_gb, machine) VALUES ($1, $2 || '-data', 5, $2)",
      [`simulated:${siteId}`, name],
    );
  }
  await api.database.pool.query("UPDATE plan SET site_ids = site_ids || $1::text WHERE plan_id = 'plan-nano'", [
    siteId,
  ]);
  await api.reconcile("find-strangers");
  return siteId;
}

const list = async (site_id: string) => (await fixture.send("operatorStranger.list", { site_id })).body;
const decisionOf = async (decision_id: unknown) =>
  (await fixture.send("operatorSiteDecision.get", { decision_id })).body;
const previewOf = ({ workspace_id, ...one }: { workspace_id: string; site_id: string; machine: string }) => ({
  ...one,
  owner_workspace_id: workspace_id,
});
const workspace = () => ({ workspace_id: api.tenant.workspaceId });

test("a machine is listed, previewed with its price and adopted by a worker; its owner learns why", async () => {
  const machine = `shop-${randomUUID().slice(0, 8)}`;
  const site_id = await siteWith(machine);
  expect(await list(site_id)).toMatchObject([
    {
      ...{ site_id, kind: "machine", name: machine, type: "container", power: "running", cpu: 1, ram_mb: 1024 },
      ...{ disk_gb: 20, addresses: ["10.9.0.7"], volumes: [`${machine}-data`], obstacles: [], decision: null },
    },
    { kind: "volume", name: `${machine}-data`, disk_gb: 5, machines: [machine], type: null, power: null },
  ]);
  const one = { site_id, machine, ...workspace() };
  expect((await fixture.send("operatorStranger.previewAdoption", previewOf(one))).body).toMatchObject({
    ...{ vm_name: machine, plan_id: "plan-nano", cpu: 1, ram_mb: 1024, disk_gb: 20, needs_force: null },
    volumes: [{ name: `${machine}-data`, size_gb: 5, device_path: "/dev/vdb" }],
    hourly_price: expect.stringMatching(/^0\.\d+$/),
  });
  const body = { ...one, vm_name: `${machine}-1`, reason: "Moved here." };
  expect((await fixture.plan("operatorStranger.adopt", body)).refusal).toBeUndefined();
  expect(await list(site_id)).toMatchObject([{ decision: null }, {}]);
  const { decision_id } = await fixture.made("operatorStranger.adopt", body);
  expect((await fixture.send("operatorStranger.adopt", body)).body).toMatchObject({ code: "decision_waits" });
  await api.reconcile("carry-out-site-decisions");
  const decided = await decisionOf(decision_id);
  expect(decided).toMatchObject({
    ...{ action: "adopt", kind: "machine", resource_id: machine, vm_name: `${machine}-1`, force: false },
    ...{ state: "done", outcome: expect.stringMatching(/^Adopted as the VM shop-.* \(vm_/) },
  });
  const vm_id = /\((vm_\w+)\)/.exec(String(decided.outcome))?.[1] ?? "";
  expect((await api.request("GET", `/compute/cloud-vms/${vm_id}`)).body).toMatchObject({
    ...{ name: `${machine}-1`, status: "running", plan_id: "plan-nano", site_id },
  });
  expect(await api.database.prisma.auditEvent.findMany({ where: { resource_id: vm_id } })).toMatchObject([
    { action: "site.adopt", actor_type: "operator", detail: "Moved here." },
  ]);
  await api.reconcile("find-strangers");
  expect(await list(site_id)).toEqual([]);
});

test("what stands in the way is said before anything is decided", async () => {
  const site_id = await siteWith("fleeting", "sound");
  await api.database.pool.query(
    "UPDATE simulated.stranger SET ephemeral = true WHERE provider = $1 AND name = 'fleeting'",
    [`simulated:${site_id}`],
  );
  await api.reconcile("find-strangers");
  const adopt = (input: object) =>
    fixture.send("operatorStranger.adopt", { site_id, machine: "sound", ...workspace(), reason: "Try.", ...input });
  expect((await adopt({ machine: "fleeting" })).body).toMatchObject({ code: "machine_unfit" });
  expect((await adopt({ machine: "absent" })).status).toBe(404);
  expect((await adopt({ machine: "sound-data" })).status).toBe(404);
  for (const [body, field] of [
    [{ workspace_id: "999999999" }, "workspace_id"],
    [{ plan_id: "plan-none" }, "plan_id"],
  ] as const)
    expect((await adopt(body)).body, field).toMatchObject({ code: "invalid_request", errors: [{ field }] });
  expect(await list(site_id)).toHaveLength(4);
});

test("a machine beyond the quota needs force, and is charged then", async () => {
  const site_id = await siteWith("large");
  await api.database.pool.query(
    `INSERT INTO quota (workspace_id, resource, "limit") VALUES ($1, 'cpus', 0)
         ON CONFLICT (workspace_id, resource) DO UPDATE SET "limit" = 0`,
    [api.tenant.otherWorkspaceId],
  );
  const one = { site_id, machine: "large", workspace_id: api.tenant.otherWorkspaceId };
  const preview = await fixture.send("operatorStranger.previewAdoption", previewOf(one));
  expect(preview.body).toMatchObject({ plan_id: "plan-nano", needs_force: expect.stringMatching(/quota/i) });
  const { decision_id } = await fixture.made("operatorStranger.adopt", { ...one, reason: "Without." });
  await api.reconcile("carry-out-site-decisions");
  expect(await decisionOf(decision_id)).toMatchObject({ state: "failed", outcome: expect.stringMatching(/quota/i) });
  const forced = await fixture.made("operatorStranger.adopt", { ...one, force: true, reason: "It runs anyway." });
  await api.reconcile("carry-out-site-decisions");
  expect(await decisionOf(forced.decision_id)).toMatchObject({ state: "done", force: true });
});

test("a distribution that the database does not know is listed, cannot be adopted, and is discarded by its id", async () => {
  const resource_id = `cdn_${randomUUID()}`;
  await api.database.prisma.unknownResource.create({
    data: { provider: "cdn", kind: "cdn_distribution", resource_id },
  });
  const listed = async () =>
    (await fixture.send("operatorUnknownResource.list", { site_id: "cdn", kind: "cdn_distribution" })).body;
  expect(await listed()).toContainEqual(
    expect.objectContaining({ site_id: "cdn", resource_id, adoptable: false, decision: null }),
  );
  const one = { site_id: "cdn", resource_id, reason: "Its owner left." };
  expect((await fixture.send("operatorUnknownResource.adopt", { ...one, ...workspace() })).body).toMatchObject({
    code: "record_missing",
  });
  const discard = (confirm: string) => fixture.send("operatorUnknownResource.discard", { ...one, confirm });
  expect((await discard("another")).body).toMatchObject({ errors: [{ field: "confirm" }] });
  const { decision_id } = (await discard(resource_id)).body;
  await api.reconcile("carry-out-site-decisions");
  expect(await decisionOf(decision_id)).toMatchObject({ state: "done", kind: "cdn_distribution", site_id: "cdn" });
  expect(await listed()).toEqual([]);
  const buried = await api.database.prisma.tombstone.findMany({ where: { resource_id } });
  expect(buried).toMatchObject([{ provider: "cdn", kind: "cdn_distribution" }]);
  expect((await discard(resource_id)).status).toBe(404);
});
