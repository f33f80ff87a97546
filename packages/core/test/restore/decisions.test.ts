// What operators decide about a site is done by workers, once, however often a worker dies or two of them try.
import { randomUUID } from "node:crypto";
import { ProviderError } from "@fulmar/providers";
import { withoutTriggers } from "@fulmar/testkit";
import { beforeEach, describe, expect, test } from "vitest";
import { discardResource, resumeSite } from "../../src/operator.ts";
import { DATABASE_ID } from "../../src/work/site-gate.ts";
import { SITE } from "../network-fixture.ts";
import { adoptFixture } from "./adopt-fixture.ts";

const fixture = adoptFixture();
const DECISIONS = "carry-out-site-decisions";
const configuration = { secrets: ["secret of the tests"] as const, simulatedSiteUrl: undefined };

beforeEach(async () => {
  await fixture.query("DELETE FROM site_decision");
});

interface Told {
  readonly state: string;
  readonly outcome: string | null;
  readonly problem: string | null;
  readonly attempts: number;
}

/** As a request of an operator writes it. */
async function decide(action: "adopt" | "discard" | "resume", resource_id: string | null = null, kind = "vm") {
  const decision_id = `dec_${randomUUID()}`;
  await fixture.query(
    `INSERT INTO site_decision (decision_id, site_id, provider, action, kind, resource_id, fenced_at, database_id, reason,
                                decided_by)
     VALUES ($1, $2, 'simulated', $3, $4, $5,
             CASE WHEN $3 = 'resume' THEN (SELECT fenced_at FROM site_fence WHERE provider = 'simulated') END,
             ${DATABASE_ID}, 'Ticket 4711', 'user_operator')`,
    [decision_id, SITE, action, resource_id === null ? null : kind, resource_id],
  );
  return async (): Promise<Told> => {
    const [row] = await fixture.query<Told>(
      "SELECT state, outcome, problem, attempts FROM site_decision WHERE decision_id = $1",
      [decision_id],
    );
    if (row === undefined) throw new Error("the decision is gone");
    return row;
  };
}

/** The machines that the site has, oldest first. */
const machines = async () => {
  const rows = await fixture.query<{ vm_id: string }>("SELECT vm_id FROM simulated.live_instance ORDER BY 1");
  return rows.map(({ vm_id }) => vm_id);
};

const again = () => fixture.query("UPDATE site_decision SET due_at = now() WHERE state = 'waiting'");

const trail = (resource_id: string) =>
  fixture.query(
    `SELECT action, actor_type, detail, organization_id IS NOT NULL AS told FROM audit_event
      WHERE resource_id = $1 AND action LIKE 'site.%' ORDER BY audit_event_id`,
    [resource_id],
  );

const silence = () => new ProviderError("unreachable", "The site does not answer.", { retryable: true });

/** The services of a worker whose site fails at a call. */
async function failingAt(call: "describe" | "deleteInstance") {
  const provider = await fixture.world.services.provider("simulated");
  const fail = async () => {
    throw silence();
  };
  const compute = Object.assign(Object.create(provider.compute), call === "deleteInstance" && { deleteInstance: fail });
  const inventory = Object.assign(Object.create(provider.inventory), call === "describe" && { describe: fail });
  return { provider: async () => ({ ...provider, compute, inventory }) };
}

describe("adopting", () => {
  test("makes the records again and tells the organization why", async () => {
    const vm_id = await fixture.runningVm("lost");
    const volume_id = await fixture.volumes.attached("data", vm_id);
    await fixture.forget();
    const decision = await decide("adopt", vm_id);
    await fixture.reconcile(DECISIONS);
    expect(await decision()).toMatchObject({ state: "done", outcome: "Adopted with volume data.", problem: null });
    expect(await fixture.vm(vm_id)).toMatchObject({ name: "lost", status: "running" });
    expect(await fixture.volume(volume_id)).toMatchObject({ attached_vm_id: vm_id });
    const told = { action: "site.adopt", actor_type: "operator", detail: "Ticket 4711", told: true };
    expect(await trail(vm_id)).toEqual([told]);
    expect(await fixture.unknown()).toEqual([]);
  });

  test("is tried again after a step that fails, and done once by two workers at once", async () => {
    const vm_id = await fixture.runningVm("lost");
    await fixture.forget();
    const decision = await decide("adopt", vm_id);
    await fixture.reconcile(DECISIONS, await failingAt("describe"));
    expect(await decision()).toEqual({
      ...{ state: "waiting", outcome: null, attempts: 1 },
      problem: expect.stringContaining("does not answer"),
    });
    // Not before a minute has passed.
    await fixture.reconcile(DECISIONS);
    expect(await decision()).toMatchObject({ state: "waiting", attempts: 1 });
    await again();
    await Promise.all([fixture.reconcile(DECISIONS), fixture.reconcile(DECISIONS)]);
    expect(await decision()).toMatchObject({ state: "done", outcome: "Adopted.", attempts: 2 });
    expect(await trail(vm_id)).toHaveLength(1);
    await again();
    await fixture.reconcile(DECISIONS);
    expect(await fixture.charges()).toMatchObject([{ resource_id: vm_id }]);
  });

  test("of what has vanished, or is known by now, changes nothing and says so", async () => {
    const [gone, known] = [await fixture.runningVm("gone"), await fixture.runningVm("known")];
    await fixture.forget();
    const decisions = [await decide("adopt", gone), await decide("discard", known)];
    await fixture.query("DELETE FROM simulated.instance WHERE vm_id = $1", [gone]);
    await fixture.adopt({ ids: [known] });
    await fixture.reconcile("find-unknown-resources");
    await fixture.reconcile(DECISIONS);
    expect(await Promise.all(decisions.map((read) => read()))).toMatchObject([
      { state: "failed", outcome: "Nothing was changed: the site has it no longer." },
      { state: "failed", outcome: "Nothing was changed: the database knows it by now." },
    ]);
    expect(await fixture.vm(known)).toMatchObject({ status: "running" });
    expect(await machines()).toEqual([known]);
  });

  test("ends with the reason when it is refused", async () => {
    const vm_id = await fixture.runningVm("older");
    await fixture.forget();
    await fixture.query("UPDATE simulated.instance SET record = NULL WHERE vm_id = $1", [vm_id]);
    const decision = await decide("adopt", vm_id);
    await fixture.reconcile(DECISIONS);
    expect(await decision()).toMatchObject({
      state: "failed",
      outcome: `The VM ${vm_id} has no site record: name its workspace and its plan.`,
    });
    expect(await fixture.unknown()).toContainEqual({ kind: "vm", id: vm_id });
  });

  test("waits while the site is away, and is given up after an hour", async () => {
    const vm_id = await fixture.runningVm("lost");
    await fixture.forget();
    const decision = await decide("adopt", vm_id);
    const absence = new ProviderError("unreachable", "The site is away.", { retryable: true });
    const away = {
      provider: async () => {
        throw absence;
      },
    };
    await fixture.reconcile(DECISIONS, away);
    await fixture.query("UPDATE site_decision SET due_at = now(), decided_at = now() - interval '61 minutes'");
    await fixture.reconcile(DECISIONS, away);
    expect(await decision()).toEqual({
      ...{ state: "failed", attempts: 2, problem: "The site is away." },
      outcome: "It could not be carried out within an hour. Decide again later.",
    });
    await again();
    await fixture.reconcile(DECISIONS);
    expect(await fixture.unknown()).toContainEqual({ kind: "vm", id: vm_id });
  });
});

describe("discarding", () => {
  test("goes on after a worker that died between the database and the site, and deletes nothing else", async () => {
    const [unwanted, other] = [await fixture.runningVm("unwanted"), await fixture.runningVm("other")];
    await fixture.forget();
    const decision = await decide("discard", unwanted);
    await fixture.reconcile(DECISIONS, await failingAt("deleteInstance"));
    expect(await decision()).toMatchObject({ state: "waiting", problem: expect.stringContaining("does not answer") });
    expect(await machines()).toEqual([unwanted, other]);
    // What the database has done is never given up.
    await fixture.query("UPDATE site_decision SET due_at = now(), decided_at = now() - interval '1 day'");
    await fixture.reconcile(DECISIONS, await failingAt("deleteInstance"));
    expect(await decision()).toMatchObject({ state: "waiting" });
    await again();
    await Promise.all([fixture.reconcile(DECISIONS), fixture.reconcile(DECISIONS)]);
    expect(await decision()).toMatchObject({ state: "done", outcome: "Deleted from its site.", problem: null });
    expect(await machines()).toEqual([other]);
    expect(await trail(unwanted)).toEqual([
      { action: "site.discard", actor_type: "operator", detail: "Ticket 4711", told: true },
    ]);
  });

  test("refuses what another unknown resource needs, as the command does", async () => {
    const { vpc_id } = await fixture.vpc("own", "10.1.0.0/16");
    const subnet = await fixture.subnet(vpc_id, "web", "10.1.0.0/24");
    const gateway = await fixture.natGateway(subnet, "way-out");
    await fixture.apply();
    await fixture.forget();
    const decision = await decide("discard", subnet.subnet_id, "subnet");
    await fixture.reconcile(DECISIONS);
    const outcome = `way-out (nat_gateway) needs ${subnet.subnet_id}: discard or adopt that first.`;
    expect(await decision()).toMatchObject({ state: "failed", outcome });
    await expect(
      discardResource(fixture.world.database, configuration, { siteId: SITE, id: subnet.subnet_id }),
    ).rejects.toMatchObject({ message: outcome });
    expect(await fixture.unknown()).toContainEqual({ kind: "nat_gateway", id: gateway.nat_gateway_id });
  });
});

describe("a worker that is killed", () => {
  test("loses its decision within half a minute, and what it still does settles nothing", async () => {
    const vm_id = await fixture.runningVm("lost");
    await fixture.forget();
    const decision = await decide("adopt", vm_id);
    const provider = await fixture.world.services.provider("simulated");
    const [reached, goOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const inventory = Object.assign(Object.create(provider.inventory), {
      describe: async (...call: Parameters<typeof provider.inventory.describe>) => {
        reached.resolve();
        await goOn.promise;
        return provider.inventory.describe(...call);
      },
    });
    const stuck = fixture.reconcile(DECISIONS, { provider: async () => ({ ...provider, inventory }) });
    await reached.promise;
    const [lease] = await fixture.query<{ seconds: number }>(
      "SELECT extract(epoch FROM due_at - now())::float8 AS seconds FROM site_decision WHERE resource_id = $1",
      [vm_id],
    );
    expect(lease?.seconds).toBeLessThanOrEqual(30);
    // As after its lease.
    await again();
    await fixture.reconcile(DECISIONS);
    expect(await decision()).toMatchObject({ state: "done", outcome: "Adopted.", attempts: 2 });
    goOn.resolve();
    await stuck;
    expect(await decision()).toMatchObject({ state: "done", outcome: "Adopted.", attempts: 2 });
    expect(await trail(vm_id)).toHaveLength(1);
    expect(await fixture.charges()).toMatchObject([{ resource_id: vm_id }]);
  });
});

describe("resuming", () => {
  /** Each fence has a millisecond of its own. */
  const raise = (reason = "unknown_resources") =>
    fixture.query(
      `UPDATE site_fence SET reason = $1, detail = 'There is more.',
              fenced_at = greatest(clock_timestamp(), fenced_at + interval '1 millisecond')
        WHERE provider = 'simulated'`,
      [reason],
    );
  const fence = () => fixture.query("SELECT reason FROM site_fence WHERE provider = 'simulated'");

  async function lost(): Promise<string> {
    const vm_id = await fixture.runningVm("lost");
    await withoutTriggers(fixture.world.database.pool, async (client) => {
      await client.query("DELETE FROM operation WHERE resource_id = $1", [vm_id]);
      for (const table of ["vpc_node", "firewall_group_vm", "vm"])
        await client.query(`DELETE FROM ${table} WHERE vm_id = $1`, [vm_id]);
    });
    await fixture.reconcile("find-unknown-resources");
    return vm_id;
  }

  test("lifts the fence that was seen, and leaves what is unknown as it is", async () => {
    const vm_id = await lost();
    expect(await fence()).toEqual([{ reason: "unknown_resources" }]);
    const adoption = await decide("adopt", vm_id);
    await fixture.reconcile(DECISIONS);
    expect(await adoption()).toMatchObject({ state: "waiting", problem: expect.stringContaining("fenced") });
    const decision = await decide("resume");
    await Promise.all([fixture.reconcile(DECISIONS), fixture.reconcile(DECISIONS)]);
    expect(await decision()).toMatchObject({
      state: "done",
      outcome: expect.stringMatching(/^Resumed\. Operations that ended as interrupted: 0\. Unknown resources: \d+\.$/),
    });
    expect(await fence()).toEqual([{ reason: null }]);
    expect(await trail(SITE)).toContainEqual({
      ...{ action: "site.resume", actor_type: "operator", detail: "Ticket 4711", told: false },
    });
    // The site is this database's again.
    await fixture.reconcile("guard-sites");
    await again();
    await fixture.reconcile(DECISIONS);
    expect(await adoption()).toMatchObject({ state: "done" });
  });

  test("of a restored database ends what waited when its backup was made, and goes on with what was settled", async () => {
    const vm_id = await lost();
    const [waiting, begun] = [await decide("discard", vm_id), await decide("discard", "vm_settled")];
    await fixture.query("UPDATE site_decision SET settled_at = now() WHERE resource_id = 'vm_settled'");
    await raise("database_behind");
    await decide("resume");
    await fixture.reconcile(DECISIONS);
    await fixture.reconcile("guard-sites");
    await again();
    await fixture.reconcile(DECISIONS);
    expect(await waiting()).toMatchObject({
      ...{ state: "failed" },
      outcome: "The database was restored after it was decided. Look at the site, and decide again.",
    });
    expect(await machines()).toContain(vm_id);
    expect(await begun()).toMatchObject({ state: "done" });
  });

  test("is not for a copy of the database in which it was decided", async () => {
    await raise();
    const decision = await decide("resume");
    await fixture.query("UPDATE site_decision SET database_id = '1/1'");
    await fixture.reconcile(DECISIONS);
    expect(await decision()).toMatchObject({ state: "failed", outcome: expect.stringContaining("is a copy") });
    expect(await fence()).toEqual([{ reason: "unknown_resources" }]);
  });

  test("leaves a fence that was raised anew, and one that a command has lifted", async () => {
    await raise();
    const anew = await decide("resume");
    await raise();
    await fixture.reconcile(DECISIONS);
    expect(await anew()).toMatchObject({
      state: "failed",
      outcome: "The site was fenced anew since. Look at why, and decide again.",
    });
    expect(await fence()).toEqual([{ reason: "unknown_resources" }]);
    const late = await decide("resume");
    await resumeSite(fixture.world.database, { ...fixture.world.services.configuration }, SITE);
    await fixture.reconcile(DECISIONS);
    expect(await late()).toMatchObject({ state: "failed", outcome: expect.stringContaining("is not fenced") });
  });
});

// Last, because its site stays ahead of the database.
describe("a database that was restored a moment ago", () => {
  test("settles nothing when the fence is raised while a worker looks at the site", async () => {
    const vm_id = await fixture.runningVm("lost");
    await fixture.forget();
    const decision = await decide("discard", vm_id);
    const provider = await fixture.world.services.provider("simulated");
    const inventory = Object.assign(Object.create(provider.inventory), {
      describe: async (...call: Parameters<typeof provider.inventory.describe>) => {
        await fixture.query(
          `UPDATE site_fence SET reason = 'database_behind', detail = 'There is more.', fenced_at = now()
            WHERE provider = 'simulated'`,
        );
        return provider.inventory.describe(...call);
      },
    });
    await fixture.reconcile(DECISIONS, { provider: async () => ({ ...provider, inventory }) });
    expect(await decision()).toMatchObject({ state: "waiting", outcome: null });
    expect(await machines()).toEqual([vm_id]);
    await fixture.resume();
  });

  test("adopts and discards nothing, although its worker has just seen the site as its own", async () => {
    const [wanted, unwanted] = [await fixture.runningVm("wanted"), await fixture.runningVm("unwanted")];
    await fixture.forget();
    const decisions = [await decide("adopt", wanted), await decide("discard", unwanted)];
    await fixture.world.services.provider("simulated");
    // The database that it was restored from has gone on.
    await fixture.query(
      "UPDATE simulated.site_mark SET mark = jsonb_set(mark, '{epoch}', to_jsonb((mark ->> 'epoch')::int + 3))",
    );
    await fixture.reconcile(DECISIONS);
    for (const read of decisions)
      expect(await read()).toMatchObject({ state: "waiting", problem: expect.stringContaining("fenced") });
    expect(await machines()).toEqual([wanted, unwanted]);
    expect(await fixture.charges()).toEqual([]);
  });
});
