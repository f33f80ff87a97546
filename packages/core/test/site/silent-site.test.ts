import { loadConfiguration } from "@fulmar/config";
import type { Acceptance } from "@fulmar/contract";
import { describe, expect, onTestFinished, test } from "vitest";
import { addSite, removeSite } from "../../src/operator.ts";
import { reconcilers } from "../../src/worker.ts";
import { computeFixture } from "../compute-fixture.ts";

const fixture = computeFixture();
type Fixture = typeof fixture;
const signal = new AbortController().signal;

/** A simulated site of its own. */
async function addedSite(name: string, { world }: Fixture = fixture) {
  const configuration = loadConfiguration({
    DATABASE_URL: world.databaseUrl,
    FULMAR_ENVIRONMENT: "development",
  });
  const site = { name, location: "Nowhere", provider: "simulated" };
  const { siteId } = await addSite(world.database, configuration, site);
  return { siteId, provider: `simulated:${siteId}` };
}

/** Lets a site answer nothing until the test ends. */
async function silence(provider: string): Promise<void> {
  const { pool } = fixture.world.database;
  await pool.query("INSERT INTO simulated.site (provider, silent) VALUES ($1, true)", [provider]);
  onTestFinished(async () => {
    await pool.query("UPDATE simulated.site SET silent = false WHERE provider = $1", [provider]);
  });
}

const createAt = (site_id: string, name: string, { send }: Fixture = fixture) =>
  send<Acceptance>("cloudVm.create", {}, { name, site_id, plan_id: "plan-nano", template_id: "debian-13" });

describe("without other sites", () => {
  const alone = computeFixture();

  test("two simulated sites have their own instances, ownership records and fences", async () => {
    const [one, two] = [await addedSite("One", alone), await addedSite("Two", alone)];
    alone.work();
    const made = await createAt(one.siteId, "lonely", alone);
    expect(await alone.ended(made.operation_id)).toMatchObject({ status: "succeeded" });
    const { services, database } = alone.world;
    const idsAt = async (name: string) =>
      (await (await services.provider(name)).compute.listInstances({ after: "", limit: 10 }, signal)).map(
        ({ vmId }) => vmId,
      );
    expect(await idsAt(one.provider)).toEqual([made.vm_id]);
    expect(await idsAt(two.provider)).toEqual([]);
    expect(await idsAt("simulated")).toEqual([]);
    for (const name of ["reconcile-instances", "find-unknown-resources", "guard-sites"]) await alone.reconcile(name);
    expect(await alone.vm(made.vm_id)).toMatchObject({ status: "running" });

    // Another installation takes one of them over.
    const mark = JSON.stringify({ installationId: "ins_other", epoch: 1, token: "x" });
    await database.pool.query("UPDATE simulated.site SET mark = $2 WHERE provider = $1", [two.provider, mark]);
    const guard = reconcilers.find(({ name }) => name === "guard-sites");
    await expect(guard?.run(services, signal, two.provider)).rejects.toThrow("another installation");
    await guard?.run(services, signal, one.provider);
    const fenced = await database.prisma.siteFence.findMany({ where: { fenced_at: { not: null } } });
    expect(fenced.map(({ provider }) => provider)).toEqual([two.provider]);
  });
});

test("a simulated site without resources is removed with its schedule, and its name is free", async () => {
  const { database, databaseUrl } = fixture.world;
  const { siteId, provider } = await addedSite("Passing");
  await database.pool.query("INSERT INTO reconciler (name, lane) VALUES ('guard-sites@' || $1, $1)", [provider]);
  const configuration = loadConfiguration({ DATABASE_URL: databaseUrl, FULMAR_ENVIRONMENT: "development" });
  const removed = await removeSite(database, configuration, { siteId, serverGone: false });
  expect(removed).toEqual({ siteId, name: "Passing", projectRemoved: null, historyKept: false });
  expect(await database.prisma.reconciler.count({ where: { lane: provider } })).toBe(0);
  const { siteId: next } = await addedSite("Passing");
  expect(next).not.toBe(siteId);
  await removeSite(database, configuration, { siteId: next, serverGone: false });
});

test("while a site answers nothing, the VM of another runs", async () => {
  const [silent, healthy] = [await addedSite("Silent"), await addedSite("Healthy")];
  const { pool } = fixture.world.database;
  await silence(silent.provider);
  const waiting = await Promise.all(
    Array.from({ length: 20 }, (_, number) => createAt(silent.siteId, `waiting-${number}`)),
  );
  fixture.work();
  const leased = async () =>
    (
      await pool.query("SELECT FROM operation WHERE input ->> 'provider' = $1 AND lease_until > now()", [
        silent.provider,
      ])
    ).rowCount;
  await expect.poll(leased).toBeGreaterThan(0);
  const made = await createAt(healthy.siteId, "soon");
  expect(await fixture.ended(made.operation_id)).toMatchObject({ status: "succeeded" });
  const ended = await fixture.world.database.prisma.operation.count({
    where: { operation_id: { in: waiting.map(({ operation_id }) => operation_id) }, finished_at: { not: null } },
  });
  expect(ended).toBe(0);
});

test("networks of a site are applied while another answers nothing", async () => {
  const [silent, healthy] = [await addedSite("Mute"), await addedSite("Talking")];
  const { database, services } = fixture.world;
  const subnetAt = async (site_id: string) => {
    const { vpc_id } = await fixture.send<{ vpc_id: string }>(
      "vpc.create",
      {},
      { name: `net-${site_id.slice(-6)}`, site_id, cidr: "10.9.0.0/16" },
    );
    const subnet = { name: `front-${site_id.slice(-6)}`, cidr: "10.9.1.0/24" };
    return (await fixture.send<{ subnet_id: string }>("subnet.create", { vpc_id }, subnet)).subnet_id;
  };
  await subnetAt(silent.siteId);
  const subnet_id = await subnetAt(healthy.siteId);
  await silence(silent.provider);
  const apply = reconcilers.find(({ name }) => name === "apply-networks");
  const stopping = new AbortController();
  onTestFinished(() => stopping.abort());
  const pending = apply?.run(services, stopping.signal, silent.provider).then(
    () => "ended",
    () => "ended",
  );
  await apply?.run(services, signal, healthy.provider);
  const { status } = await database.prisma.subnet.findFirstOrThrow({ where: { subnet_id } });
  expect(status).toBe("available");
  expect(await Promise.race([pending, Promise.resolve("pending")])).toBe("pending");
});
