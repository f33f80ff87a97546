// Targets by tag (docs/adr/0089): the VMs of a pool's tag come and go, with the real worker.
import { randomUUID } from "node:crypto";
import type { LoadBalancerHealth, LoadBalancerPool, LoadBalancerTarget } from "@fulmar/contract";
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from "vitest";
import { type Api, startApi } from "../api-fixture.ts";
import { expectError } from "../expect-error.ts";
import { startWorker } from "../worker-fixture.ts";

let api: Api;
let stopWorker: () => Promise<void>;
beforeAll(async () => {
  api = await startApi({ FULMAR_RATE_LIMIT: "10000", FULMAR_RATE_BURST: "10000" });
  stopWorker = startWorker(api);
});
afterAll(async () => {
  await stopWorker();
  await api.close();
});

const WAIT = { timeout: 45_000, interval: 100 };
const AMSTERDAM = "site-ams-1";
const FRANKFURT = "site-fra-1";
let names = 0;
const newName = (kind: string) => `${kind}-${++names}`;

const send = (method: "POST" | "PATCH" | "PUT" | "DELETE", path: string, body?: object, query = {}) =>
  api.request(method, path, { body, query, headers: { "X-Idempotency-Key": randomUUID() } });

async function done(method: "POST" | "PATCH" | "PUT" | "DELETE", path: string, body?: object) {
  const { status, text, body: answer } = await send(method, path, body);
  expect(status, text).toBeLessThan(300);
  if (status !== 202) return answer;
  const operation = async () =>
    (await api.request("GET", `/compute/operations/${answer.operation_id}`, { query: { wait: "30" } })).body;
  await vi.waitFor(async () => expect((await operation()).status).toMatch(/^(succeeded|failed|cancelled)$/), WAIT);
  expect(await operation()).toMatchObject({ status: "succeeded" });
  return answer;
}

async function newVm(tags: readonly string[], site_id = AMSTERDAM): Promise<string> {
  const body = { name: newName("vm"), plan_id: "plan-small", template_id: "debian-13", site_id, tags };
  return (await done("POST", "/compute/cloud-vms", body)).vm_id;
}

async function newPool(settings: object): Promise<{ at: string; pool: LoadBalancerPool }> {
  const { load_balancer_id } = await done("POST", "/load-balancers", { name: newName("lb"), site_id: AMSTERDAM });
  const at = `/load-balancers/${load_balancer_id}`;
  const pool = await done("POST", `${at}/pools`, { name: "web", protocol: "http", ...settings });
  return { at, pool };
}

async function poolAt(at: string): Promise<LoadBalancerPool> {
  const { body } = await api.request("GET", `${at}/pools`);
  return body[0];
}

const short = ({ vm_id, port, by_tag }: LoadBalancerTarget) => [vm_id, port, by_tag];

/** The machines behind a balancer, as its provider has them. */
async function applied(at: string): Promise<(string | null)[] | undefined> {
  const { rows } = await api.database.pool.query<{ targets: { vmId: string | null }[] }>(
    "SELECT configuration -> 'pools' -> 0 -> 'targets' AS targets FROM simulated.load_balancer WHERE load_balancer_id = $1",
    [at.split("/").at(-1)],
  );
  return rows[0]?.targets.map(({ vmId }) => vmId);
}

test("running VMs with the tag are targets, and follow tags, power and deletion without another request", async () => {
  const tag = newName("tag");
  const before = await newVm([tag]);
  const elsewhere = await newVm([tag], FRANKFURT);
  const { at, pool } = await newPool({ target_tag: tag, target_port: 8080 });
  expect(pool).toMatchObject({ target_tag: tag, target_port: 8080 });
  expect(pool.targets.map(short)).toEqual([[before, 8080, true]]);
  expect(elsewhere).not.toBe(before);

  const created = await newVm([tag, "other"]);
  const tagged = await newVm([]);
  await done("PATCH", `/compute/cloud-vms/${tagged}`, { tags: [tag] });
  const all = [before, created, tagged];
  expect((await poolAt(at)).targets.map(short)).toEqual(all.map((vm) => [vm, 8080, true]));
  await vi.waitFor(async () => expect(await applied(at)).toEqual(all), WAIT);
  await vi.waitFor(async () => {
    const health: LoadBalancerHealth = (await api.request("GET", `${at}/health`)).body;
    expect(health.pools[0]?.targets.map(({ vm_id, status }) => [vm_id, status])).toEqual(
      all.map((vm) => [vm, "online"]),
    );
  }, WAIT);

  const { target_id } = (await poolAt(at)).targets.find(({ vm_id }) => vm_id === tagged) ?? {};
  await done("POST", `/compute/cloud-vms/${tagged}/reboot`, {});
  expect((await poolAt(at)).targets.find(({ vm_id }) => vm_id === tagged)?.target_id).toBe(target_id);

  await done("POST", `/compute/cloud-vms/${created}/stop`, {});
  expect((await poolAt(at)).targets.map(({ vm_id }) => vm_id)).toEqual([before, tagged]);
  await done("POST", `/compute/cloud-vms/${created}/start`, {});
  expect((await poolAt(at)).targets.map(({ vm_id }) => vm_id)).toEqual(all);

  await done("PATCH", `/compute/cloud-vms/${before}`, { tags: [] });
  await done("DELETE", `/compute/cloud-vms/${created}`);
  expect((await poolAt(at)).targets.map(({ vm_id }) => vm_id)).toEqual([tagged]);
  await vi.waitFor(async () => expect(await applied(at)).toEqual([tagged]), WAIT);

  await done("PATCH", `${at}/pools/${pool.pool_id}`, { target_port: 9090 });
  expect((await poolAt(at)).targets.map(short)).toEqual([[tagged, 9090, true]]);
  const emptied = await done("PATCH", `${at}/pools/${pool.pool_id}`, { target_tag: null, target_port: null });
  expect(emptied.targets).toEqual([]);
  expect((await poolAt(at)).targets).toEqual([]);
});

test("a listed target goes before the tag, and the written configuration does not list targets by tag", async () => {
  const tag = newName("tag");
  const [one, two] = [await newVm([tag]), await newVm([tag])];
  const { at, pool } = await newPool({ target_tag: tag, target_port: 80 });
  const targets = `${at}/pools/${pool.pool_id}/targets`;
  const byTag = pool.targets.find(({ vm_id }) => vm_id === one);
  expectError(await send("PATCH", `${targets}/${byTag?.target_id}`, { weight: 5 }), 409, "target_by_tag");
  expectError(await send("DELETE", `${targets}/${byTag?.target_id}`), 409, "target_by_tag");

  const listed = await done("POST", targets, { vm_id: one, port: 80, weight: 5 });
  expect((await poolAt(at)).targets.map(short)).toEqual([
    [one, 80, false],
    [two, 80, true],
  ]);
  const written = (await api.request("GET", `${at}/configuration`)).body;
  expect(written.pools[0].targets).toEqual([{ vm_id: one, ip: null, port: 80, weight: 5, enabled: true }]);
  expect(written.pools[0]).toMatchObject({ target_tag: tag, target_port: 80 });
  const revision = async () =>
    (await api.database.prisma.loadBalancer.findFirstOrThrow({ where: { load_balancer_id: at.split("/")[2] ?? "" } }))
      .revision;
  const now = await revision();
  expect((await send("PUT", `${at}/configuration`, written)).body).toEqual(written);
  expect(await revision()).toBe(now);
  expect((await poolAt(at)).targets.map(short)).toEqual([
    [one, 80, false],
    [two, 80, true],
  ]);

  // The tag has it again once it is no longer listed, also when the configuration is written as a whole.
  await done("DELETE", `${targets}/${listed.target_id}`);
  expect((await poolAt(at)).targets.map(short)).toEqual([one, two].map((vm) => [vm, 80, true]));
  const both = { ...written.pools[0], targets: [{ vm_id: two, port: 80 }] };
  await done("PUT", `${at}/configuration`, { ...written, pools: [both] });
  expect((await poolAt(at)).targets.map(short)).toEqual([
    [two, 80, false],
    [one, 80, true],
  ]);
});

test("400 names the field; the tag needs vm.read", async () => {
  const { at, pool } = await newPool({});
  const fieldsOf = async (body: object) => {
    const answer = await send("PATCH", `${at}/pools/${pool.pool_id}`, body);
    expectError(answer, 400, "invalid_request");
    return answer.body.errors.map(({ field }: { field: string }) => field);
  };
  expect(await fieldsOf({ target_tag: "web" })).toEqual(["target_port"]);
  expect(await fieldsOf({ target_port: 80 })).toEqual(["target_tag"]);
  expect(await fieldsOf({ target_tag: "", target_port: 80 })).toEqual(["target_tag"]);
  expect(await fieldsOf({ target_tag: "web", target_port: 70_000 })).toEqual(["target_port"]);
  const token = await api.createToken(api.tenant, { scopes: ["load-balancer.read", "load-balancer.write"] });
  const body = { target_tag: "web", target_port: 80 };
  expectError(await api.request("PATCH", `${at}/pools/${pool.pool_id}`, { token, body }), 403, "scope_missing");
});

test("a pool has room for 200 targets: listed ones, then the oldest VMs", async () => {
  const tag = newName("tag");
  const first = await newVm([tag]);
  // A site that lacks so many VMs is held back.
  onTestFinished(async () => {
    for (const table of ["load_balancer_target", "vm"])
      await api.database.pool.query(`DELETE FROM ${table} WHERE vm_id LIKE $1 || '___'`, [first]);
  });
  // Clones of the VM, as if they had been created after it.
  await api.database.pool.query(
    `INSERT INTO vm (vm_id, workspace_id, type, name, site_id, plan_id, template_id, cpu, ram_mb, disk_gb, gpu_count,
                     os_type, os_distro, tags, ssh_keys, status)
     SELECT v.vm_id || lpad(n::text, 3, '0'), workspace_id, type, name || n, site_id, plan_id, template_id, cpu, ram_mb,
            disk_gb, gpu_count, os_type, os_distro,
            '{}', ssh_keys, status FROM vm v, generate_series(1, 210) n WHERE vm_id = $1`,
    [first],
  );
  await api.database.pool.query("UPDATE vm SET tags = ARRAY[$1] WHERE vm_id LIKE $2 || '%'", [tag, first]);
  const { pool, at } = await newPool({ target_tag: tag, target_port: 80 });
  const clone = (n: number) => `${first}${String(n).padStart(3, "0")}`;
  expect(pool.targets).toHaveLength(200);
  expect(pool.targets[0]?.vm_id).toBe(first);
  expect(pool.targets.at(-1)?.vm_id).toBe(clone(199));
  await done("POST", `${at}/pools/${pool.pool_id}/targets`, { vm_id: clone(210), port: 81 });
  const full = (await poolAt(at)).targets;
  expect(full).toHaveLength(200);
  expect(full.at(-1)?.vm_id).toBe(clone(198));
  // One that stops makes room for the next.
  await api.database.pool.query("UPDATE vm SET status = 'stopped' WHERE vm_id = $1", [first]);
  expect((await poolAt(at)).targets.map(({ vm_id }) => vm_id)).toEqual([
    clone(210),
    ...Array.from({ length: 199 }, (_, n) => clone(n + 1)),
  ]);
});

test("a worker repairs what two commits at once have missed, and plans tell of the balancer", async () => {
  const tag = newName("tag");
  const vm = await newVm([tag]);
  const { at, pool } = await newPool({ target_tag: tag, target_port: 80 });
  const { rowCount } = await api.database.pool.query("DELETE FROM load_balancer_target WHERE vm_id = $1", [vm]);
  expect(rowCount).toBe(1);
  await vi.waitFor(async () => expect((await poolAt(at)).targets.map(({ vm_id }) => vm_id)).toEqual([vm]), WAIT);

  const plan = await send("PATCH", `/compute/cloud-vms/${vm}`, { tags: [] }, { dry_run: "true" });
  expect(plan.status, plan.text).toBe(200);
  const changed = plan.body.changes.map(({ resource_type }: { resource_type: string }) => resource_type);
  expect(changed).toContain("cloud_vm");
  expect(JSON.stringify(plan.body)).toContain(pool.pool_id);
  expect((await poolAt(at)).targets.map(({ vm_id }) => vm_id)).toEqual([vm]);

  const graph = await api.request("GET", `/resources/${vm}/graph`, { query: { depth: "1" } });
  expect(graph.body.edges.map(({ relation }: { relation: string }) => relation)).toContain("sends_to");
});
