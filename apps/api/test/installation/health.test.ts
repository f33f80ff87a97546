// How the installation is, as operators see it.
import { randomUUID } from "node:crypto";
import { findings } from "@fulmar/core/operator";
import { openDatabase } from "@fulmar/prisma";
import { processUrl, selfSignedCertificate } from "@fulmar/testkit";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { type Api, startApi } from "../api-fixture.ts";
import { startWorker } from "../worker-fixture.ts";
import { OperatorFixture } from "./operator-fixture.ts";

let api: Api;
let fixture: OperatorFixture;
beforeAll(async () => {
  api = await startApi();
  fixture = await OperatorFixture.open(api);
});
afterAll(() => api.close());

interface Health {
  readonly state: string;
  readonly reported_at: string | null;
  readonly findings: readonly Finding[];
  readonly versions: object;
  readonly queue: { readonly waiting: number; readonly held: number; readonly sites: readonly object[] };
  readonly processes: readonly object[];
  readonly database: object;
  readonly reconcilers: readonly object[];
  /** The whole answer. */
  readonly text: string;
}

interface Finding {
  readonly check: string;
  readonly state: "ok" | "warn" | "fail";
  readonly sentence: string;
}

async function health(): Promise<Health> {
  const { status, body, text } = await fixture.send("operatorHealth.get", {});
  expect(status).toBe(200);
  return { ...body, text };
}

const overview = async () => (await fixture.send("operatorOverview.get", {})).body.health;

describe("reports of workers", () => {
  test("before any there is one finding, which says so", async () => {
    const { findings: found, state, reported_at } = await health();
    expect([state, reported_at]).toEqual(["fail", null]);
    expect(found).toEqual([
      { check: "report", state: "fail", sentence: expect.stringContaining("No worker has reported ever") },
    ]);
    expect(await overview()).toEqual({ state: "fail", failing: 1 });
  });

  test("a report has the doctor's checks, by the rights of a worker, what fails first", async () => {
    await api.reconcile("report-health");
    const { findings: found, reported_at, versions } = await health();
    expect(reported_at).not.toBeNull();
    expect(found.map(({ sentence }) => sentence).filter((text) => text.includes("could not be looked at"))).toEqual([]);
    const owner = await findings(api.database, api.configuration);
    expect(new Set(found.map(({ check }) => check))).toEqual(new Set(owner.map(({ check }) => check)));
    const order = found.map(({ state }) => ["fail", "warn", "ok"].indexOf(state));
    expect(order).toEqual(order.toSorted((a, b) => a - b));
    expect(versions).toMatchObject({ node: process.versions.node, postgresql: expect.stringMatching(/^1[78]/) });
    const failing = found.filter(({ state }) => state === "fail").length;
    expect(await overview()).toEqual({ state: failing > 0 ? "fail" : "warn", failing });
  });

  test("one that is too old is a finding, and the overview counts it", async () => {
    await api.reconcile("report-health");
    const before = await overview();
    const old = new Date(Date.now() - 10 * 60_000);
    await api.database.prisma.healthReport.updateMany({ data: { reported_at: old } });
    const { findings: found, state } = await health();
    expect(state).toBe("fail");
    expect(found[0]).toMatchObject({
      check: "report",
      sentence: expect.stringContaining(`since ${old.toISOString()}`),
    });
    expect(await overview()).toEqual({ state: "fail", failing: before.failing + 1 });
  });

  test("no secret is in any of it", async () => {
    const { certificatePem, privateKeyPem: keyPem } = selfSignedCertificate("client", new Date(Date.now() + 3_600_000));
    const { prisma, pool } = api.database;
    const last = await prisma.site.aggregate({ _max: { position: true } });
    const site_id = "site-secret";
    await prisma.site.create({
      data: { site_id, name: "Secret", location: "here", provider: site_id, position: (last._max.position ?? 0) + 1 },
    });
    await pool.query(
      `INSERT INTO site_connection (site_id, endpoint, project, storage_pool, network, instance_type,
                                    client_certificate, client_key_sealed, server_certificate)
       VALUES ($1, 'https://admin:hunter2hunter2@127.0.0.1:1', 'fulmar', 'default', 'net', 'container', $2, $3, NULL)`,
      [site_id, certificatePem, Buffer.from(keyPem)],
    );
    const secret = randomUUID();
    const said = `Error: https://admin:${secret}@127.0.0.1 said no: password=${secret}\n${keyPem}`;
    await prisma.reconciler.create({ data: { name: "leaking", finished_at: new Date(), last_error: said } });
    onTestFinished(async () => {
      await pool.query("DELETE FROM site_connection");
      await prisma.site.delete({ where: { site_id } });
      await prisma.reconciler.delete({ where: { name: "leaking" } });
    });
    await api.reconcile("report-health");
    const { text, findings: found } = await health();
    expect(found).toContainEqual(
      expect.objectContaining({ check: "client certificate of site-secret", state: "warn" }),
    );
    expect(found).toContainEqual(expect.objectContaining({ check: "reconciler leaking", state: "warn" }));
    const key = keyPem.split("\n")[1] ?? "";
    for (const hidden of [secret, "hunter2hunter2", key, api.configuration.secrets[0], api.configuration.masterKey])
      expect(text).not.toContain(hidden);
  });
});

test("the queue is told by site, with what is held", async () => {
  const before = (await health()).queue;
  const at = new Date(Date.now() - 3_600_000);
  const operation = (operation_id: string, more: object) =>
    api.database.prisma.operation.create({
      data: {
        ...{
          operation_id,
          workspace_id: BigInt(api.tenant.workspaceId),
          resource_id: "vm_1",
          resource_type: "cloud_vm",
        },
        ...{ action: "start", saga: "nobody.takes", status: "accepted", input: { provider: "simulated" } },
        ...{ deadline_at: new Date(), submitted_at: at, ...more },
      },
    });
  await operation("op_waits", {});
  await operation("op_held", { resource_id: "vm_2" });
  await api.database.prisma.operation.update({
    where: { operation_id: "op_held" },
    data: { held_at: at, hold_reason: "It is fenced." },
  });
  onTestFinished(async () => {
    await api.database.prisma.operation.deleteMany({ where: { operation_id: { in: ["op_waits", "op_held"] } } });
  });
  const queue = (await health()).queue;
  expect(queue).toMatchObject({ waiting: before.waiting + 1, held: before.held + 1 });
  expect(queue.sites).toContainEqual(expect.objectContaining({ held: 1 }));
});

test("processes that are connected are told with their hosts", async () => {
  const worker = openDatabase(processUrl(api.databaseUrl, "fulmar_worker"), { max: 1, program: "worker" });
  onTestFinished(() => worker.close());
  await worker.pool.query("SELECT");
  const { processes, database } = await health();
  expect(processes).toContainEqual({ program: "worker", host: expect.any(String), pid: process.pid, connections: 1 });
  expect(database).toMatchObject({ connections: expect.any(Number), standbys: 0 });
});

test("a worker reports without being asked, and says how long its runs take", async () => {
  await api.database.prisma.healthReport.deleteMany({});
  await api.database.prisma.reconciler.deleteMany({ where: { name: "report-health" } });
  onTestFinished(startWorker(api));
  await expect.poll(async () => (await health()).reported_at, { timeout: 30_000 }).not.toBeNull();
  await expect
    .poll(async () => (await health()).reconcilers, { timeout: 30_000 })
    .toContainEqual(expect.objectContaining({ name: "report-health", took_ms: expect.any(Number), last_error: null }));
});

test("support reads it", async () => {
  const { refusal } = await fixture.call("operatorHealth.get", {}, fixture.as(fixture.support));
  expect(refusal).toBeUndefined();
});
