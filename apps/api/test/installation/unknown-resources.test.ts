// What a site has and the database does not know: operators decide about it, and a worker carries it out.
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

async function newSite(): Promise<string> {
  const site = { provider: "simulated", name: `site-${randomUUID()}`, location: "Nowhere" };
  return (await addSite(api.database, api.configuration, site)).siteId;
}

/** A machine at a site that the database has lost. */
async function lostVm(site_id: string, name: string, { recorded = true } = {}): Promise<string> {
  const vm_id = `vm_${randomUUID().replaceAll("-", "")}`;
  const row = {
    ...{ vm_id, workspace_id: Number(api.tenant.workspaceId), site_id, name, plan_id: "plan-small", type: "cloud" },
    ...{ cpu: 1, ram_mb: 1024, disk_gb: 20, template_id: "debian-13", os_type: "linux", os_distro: "debian" },
    ...{ tags: [], ssh_keys: [], created_at: new Date().toISOString() },
  };
  await api.database.pool.query(
    `INSERT INTO simulated.instance (provider, vm_id, name, cpu, ram_mb, disk_gb, template_id, power, started_at,
                                     record)
     SELECT $1, $2, $3, 1, 1024, 20, 'debian-13', 'running', now(),
            CASE WHEN $4 THEN jsonb_build_object('installation_id', coalesce((SELECT installation_id FROM installation), ''),
                                                 'rows', jsonb_build_object('vm', jsonb_build_array($5::jsonb))) END`,
    [`simulated:${site_id}`, vm_id, name, recorded, JSON.stringify(row)],
  );
  return vm_id;
}

/** As a worker finds them, and an operator has resumed the site. */
async function found(site_id: string): Promise<void> {
  await api.reconcile("find-unknown-resources");
  await lift(site_id);
}

async function lift(site_id: string): Promise<void> {
  const provider = `simulated:${site_id}`;
  await api.database.pool.query("UPDATE unknown_resource SET accepted_at = now() WHERE provider = $1", [provider]);
  await api.database.pool.query(
    "UPDATE site_fence SET reason = NULL, detail = NULL, fenced_at = NULL WHERE provider = $1",
    [provider],
  );
}

const fence = (site_id: string) =>
  api.database.pool.query(
    `INSERT INTO site_fence AS f (provider, installation_id, database_id, token, reason, detail, fenced_at)
     VALUES ('simulated:' || $1, coalesce((SELECT installation_id FROM installation), ''), '1/1', 't', 'database_behind',
             'The site is ahead.', now())
         ON CONFLICT (provider) DO UPDATE SET reason = excluded.reason, detail = excluded.detail, fenced_at = now()`,
    [site_id],
  );

const list = async (query: object) => (await fixture.send("operatorUnknownResource.list", { ...query })).body;
const decisionOf = async (decision_id: unknown) =>
  (await fixture.send("operatorSiteDecision.get", { decision_id })).body;

test("a machine that was lost is listed, adopted into its workspace by a worker, and in both trails", async () => {
  const site_id = await newSite();
  const resource_id = await lostVm(site_id, "web");
  await found(site_id);
  expect(await list({ site_id })).toMatchObject([
    {
      ...{ site_id, resource_id, kind: "vm", name: "web", adoptable: true, needs: [], decision: null },
      ...{ size: "1 CPU, 1 GB RAM, 20 GB disk", workspace_id: api.tenant.workspaceId, workspace_name: "one" },
      ...{ organization_id: api.tenant.organizationId },
    },
  ]);
  const one = { site_id, resource_id };
  const planned = await fixture.plan("operatorUnknownResource.adopt", { ...one, reason: "Tried." });
  expect(planned.refusal).toBeUndefined();
  expect((await fixture.send("operatorSiteDecision.list", { site_id })).body).toEqual([]);
  const { decision_id } = await fixture.made("operatorUnknownResource.adopt", { ...one, reason: "After the backup." });
  expect(await list({ site_id, decision: "waiting" })).toMatchObject([{ decision: { decision_id, state: "waiting" } }]);
  expect(await list({ site_id, decision: "none" })).toEqual([]);
  await api.reconcile("carry-out-site-decisions");
  expect(await decisionOf(decision_id)).toMatchObject({
    ...{ ...one, action: "adopt", kind: "vm", name: "web", reason: "After the backup.", decided_by: fixture.operator },
    ...{ state: "done", outcome: "Adopted.", problem: null },
  });
  expect(await list({ site_id })).toEqual([]);
  const vm = await api.request("GET", `/compute/cloud-vms/${resource_id}`);
  expect(vm.body).toMatchObject({ name: "web", status: "running" });
  const events = await api.database.prisma.auditEvent.findMany({ where: { resource_id } });
  expect(events).toMatchObject([{ action: "site.adopt", actor_type: "operator", detail: "After the backup." }]);
  const trail = await api.database.prisma.operatorEvent.findMany({ where: { resource_id: String(decision_id) } });
  expect(trail).toMatchObject([{ action: "operatorUnknownResource.adopt", actor_id: fixture.operator }]);
});

test("what no record describes needs a workspace and a plan", async () => {
  const site_id = await newSite();
  const resource_id = await lostVm(site_id, "old", { recorded: false });
  await found(site_id);
  expect(await list({ site_id })).toMatchObject([
    { adoptable: true, needs: ["workspace", "plan"], workspace_id: null },
  ]);
  const adopt = (body: object) =>
    fixture.send("operatorUnknownResource.adopt", { site_id, resource_id, reason: "Old.", ...body });
  const workspace_id = api.tenant.otherWorkspaceId;
  for (const [body, field] of [
    [{}, "workspace_id"],
    [{ workspace_id: "999999999" }, "workspace_id"],
    [{ workspace_id }, "plan_id"],
    [{ workspace_id, plan_id: "plan-none" }, "plan_id"],
  ] as const)
    expect((await adopt(body)).body, JSON.stringify(body)).toMatchObject({
      code: "invalid_request",
      errors: [{ field }],
    });
  const { decision_id } = (await adopt({ workspace_id, plan_id: "plan-nano" })).body;
  await api.reconcile("carry-out-site-decisions");
  expect(await decisionOf(decision_id)).toMatchObject({ state: "done", workspace_id, plan_id: "plan-nano" });
});

test("a network without a record cannot be adopted", async () => {
  const site_id = await newSite();
  await api.database.prisma.unknownResource.create({
    data: { provider: `simulated:${site_id}`, kind: "subnet", resource_id: "sub_x", name: "front" },
  });
  expect(await list({ site_id, kind: "subnet" })).toMatchObject([{ adoptable: false }]);
  const workspace_id = api.tenant.workspaceId;
  const refused = await fixture.send("operatorUnknownResource.adopt", {
    ...{ site_id, resource_id: "sub_x", workspace_id, reason: "Try." },
  });
  expect(refused).toMatchObject({ status: 409, body: { code: "record_missing" } });
});

test("discarding takes the resource's own name, by one of two operators, and deletes that one alone", async () => {
  const site_id = await newSite();
  const [resource_id, other] = [await lostVm(site_id, "one"), await lostVm(site_id, "two")];
  await found(site_id);
  const discard = (confirm: string, token = fixture.tokens["operator.write"]) =>
    fixture.send("operatorUnknownResource.discard", { site_id, resource_id, confirm, reason: "Unwanted." }, { token });
  for (const wrong of ["two", "ONE", resource_id])
    expect((await discard(wrong)).body, wrong).toMatchObject({
      code: "invalid_request",
      errors: [{ field: "confirm" }],
    });
  expect((await discard("one", fixture.tokens["operator.read"])).status).toBe(403);
  const both = await Promise.all([
    discard("one"),
    fixture.send("operatorUnknownResource.adopt", { site_id, resource_id, reason: "Wanted." }),
  ]);
  expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
  expect(both.find(({ status }) => status === 409)?.body).toMatchObject({ code: "decision_waits" });
  await api.reconcile("carry-out-site-decisions");
  const left = await api.database.pool.query(
    "SELECT vm_id FROM simulated.instance WHERE provider = $1 AND vm_id = $2",
    [`simulated:${site_id}`, other],
  );
  expect(left.rows).toEqual([{ vm_id: other }]);
  expect(await list({ site_id })).toMatchObject([{ resource_id: other, decision: null }]);
});

test("a fenced site shows what resuming it means, refuses decisions about what it has, and is resumed once", async () => {
  const site_id = await newSite();
  const resource_id = await lostVm(site_id, "lost");
  await found(site_id);
  const preview = () => fixture.send("operatorSite.previewResume", { site_id });
  expect(await preview()).toMatchObject({ status: 409, body: { code: "site_not_fenced" } });
  await fence(site_id);
  expect((await preview()).body).toMatchObject({
    ...{ site_id, reason: "database_behind", detail: "The site is ahead.", with_sites: [] },
    ...{ waiting_operations: 0, operations_that_end: 0, unknown: [{ kind: "vm", count: 1 }] },
  });
  const refused = await fixture.send("operatorUnknownResource.adopt", { site_id, resource_id, reason: "Now." });
  expect(refused).toMatchObject({ status: 409, body: { code: "site_fenced" } });
  const resume = () => fixture.send("operatorSite.resume", { site_id, reason: "Restored." });
  const both = await Promise.all([resume(), resume()]);
  expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
  await api.reconcile("carry-out-site-decisions");
  const { decision_id } = both.find(({ status }) => status === 200)?.body ?? {};
  expect(await decisionOf(decision_id)).toMatchObject({
    ...{ action: "resume", kind: null, resource_id: null, state: "done" },
    outcome: "Resumed. Operations that ended as interrupted: 0. Unknown resources: 1.",
  });
  expect(await preview()).toMatchObject({ status: 409 });
});

test("what is at another site, or known, is not found", async () => {
  const [site_id, other] = [await newSite(), await newSite()];
  const resource_id = await lostVm(site_id, "here");
  await found(site_id);
  for (const input of [
    { site_id: other, resource_id },
    { site_id, resource_id: "vm_none" },
    { site_id: "site-none", resource_id },
  ])
    expect((await fixture.send("operatorUnknownResource.adopt", { ...input, reason: "Try." })).status).toBe(404);
});

test("pages and counts are index scans", async () => {
  const plan = async (text: string) => {
    const client = await api.database.pool.connect();
    try {
      await client.query("BEGIN; SET LOCAL enable_seqscan = off");
      const { rows } = await client.query(`EXPLAIN ${text}`);
      return rows.map((row) => String(row["QUERY PLAN"])).join("\n");
    } finally {
      await client.query("ROLLBACK");
      client.release();
    }
  };
  for (const [index, text] of [
    ["load_balancer_site_idx", "SELECT count(*) FROM load_balancer WHERE site_id = 's'"],
    ["reserved_ip_site_idx", "SELECT count(*) FROM reserved_ip WHERE site_id = 's'"],
    ["public_address_site_idx", "SELECT address FROM public_address WHERE site_id = 's' ORDER BY address"],
    [
      "site_decision_site_idx",
      "SELECT * FROM site_decision WHERE site_id = 's' AND decision_id < 'd' ORDER BY decision_id DESC",
    ],
    ["site_decision_pkey", "SELECT * FROM site_decision WHERE decision_id < 'd' ORDER BY decision_id DESC LIMIT 9"],
    [
      "unknown_resource_pkey",
      "SELECT * FROM unknown_resource WHERE (provider, kind, resource_id) > ('a', 'b', 'c') AND provider = 'p' ORDER BY provider, kind, resource_id LIMIT 9",
    ],
  ] as const)
    expect(await plan(text), text).toContain(index);
});
