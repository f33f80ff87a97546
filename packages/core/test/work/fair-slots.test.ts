// Domains and certificates are looked at in slots that organizations share: the name servers of one that never answer
// hold its own slots, and the others' work is done meanwhile. Webhooks: apps/api/test/webhooks/delivery.test.ts.

import { randomUUID } from "node:crypto";
import { type CdnDistribution, type LoadBalancer, type OperationId, operationById } from "@fulmar/contract";
import type { CdnProvider } from "@fulmar/providers";
import { afterEach, expect, test } from "vitest";
import { newId } from "../../src/index.ts";
import { computeFixture, type Input } from "../compute-fixture.ts";

// No domain gets as far as the authority.
const fixture = computeFixture({ FULMAR_ACME_DIRECTORY: "http://127.0.0.1:9/directory" });
const query = async <Row extends object>(text: string, values: unknown[] = []) =>
  (await fixture.world.database.pool.query<Row>(text, values)).rows;
const running: Promise<void>[] = [];
let unanswered = Promise.withResolvers<void>();

afterEach(async () => {
  unanswered.resolve();
  await Promise.all(running.splice(0));
  unanswered = Promise.withResolvers<void>();
});

/** A customer with a workspace of its own. */
async function customer() {
  const { database, core, entry } = fixture.world;
  const organizationId = newId("org");
  await database.prisma.organization.create({ data: { organization_id: organizationId, name: "Customer" } });
  await database.prisma.wallet.create({
    data: { organization_id: organizationId, balance: "1000000", credit_limit: "0", currency: "USD" },
  });
  const { workspace_id: id } = await database.prisma.workspace.create({
    data: { organization_id: organizationId, name: "one" },
  });
  await database.prisma.member.create({
    data: { organization_id: organizationId, user_id: entry.caller.id, role: "owner" },
  });
  const workspace = { ...entry.workspace, id, organizationId };
  const caller = { ...entry.caller, organizationId };
  return {
    async send<Answer>(operation: OperationId, params: Input = {}, body: Input = {}): Promise<Answer> {
      const envelope = {
        ...{ requestId: randomUUID(), sourceIp: undefined, idempotencyKey: randomUUID() },
        signal: new AbortController().signal,
      };
      const parts = { params, query: {}, body };
      return JSON.parse((await core.perform(operationById(operation), { caller, workspace }, parts, envelope)).body);
    },
    workspaceId: id,
  };
}
type Customer = Awaited<ReturnType<typeof customer>>;

/** Name servers: those of names that begin with `dead` do not answer before the end of the test. */
function names() {
  const asked: string[] = [];
  const answer = async (name: string) => {
    if (!name.includes("dead")) return ["198.51.100.1"];
    asked.push(name);
    await unanswered.promise;
    return [];
  };
  const { cdn } = fixture.world.services;
  const resolver = { ...cdn.resolver, txt: answer, addresses: answer };
  return { asked, cdn: { ...cdn, resolver } satisfies CdnProvider };
}

const domainsOf = ["check-domains", "order-load-balancer-certificates"] as const;

/** Makes domains due. */
const due: Record<
  (typeof domainsOf)[number],
  (of: Customer, domains: readonly string[], slow?: boolean) => Promise<void>
> = {
  async "check-domains"(of, domains, slow = false) {
    const { id } = await of.send<CdnDistribution>(
      "cdnDistribution.create",
      {},
      {
        ...{ name: "site", origin_type: "custom", origin_id: "https://origin.example.com" },
      },
    );
    await query(
      `INSERT INTO cdn_custom_domain (workspace_id, domain, distribution_id, validation_token, check_slow)
       SELECT $1, domain, $2, 'token', $4 FROM unnest($3::text[]) AS domain`,
      [of.workspaceId, id, domains, slow],
    );
  },
  async "order-load-balancer-certificates"(of, domains, slow = false) {
    const body = { name: "balancer", site_id: "site-ams-1" };
    const { load_balancer_id } = await of.send<LoadBalancer>("loadBalancer.create", {}, body);
    await query("UPDATE load_balancer SET applied_revision = revision, apply_at = NULL WHERE load_balancer_id = $1", [
      load_balancer_id,
    ]);
    await query(
      `INSERT INTO load_balancer_certificate (workspace_id, load_balancer_id, domain, since_revision, check_slow)
       SELECT $1, $2, domain, 0, $4 FROM unnest($3::text[]) AS domain`,
      [of.workspaceId, load_balancer_id, domains, slow],
    );
  },
};

/** Whether a domain was looked at. */
async function looked(domain: string): Promise<boolean> {
  const rows = await query<{ done: boolean }>(
    `SELECT check_attempts > 0 AS done FROM cdn_custom_domain WHERE domain = $1
      UNION ALL SELECT check_attempts > 0 FROM load_balancer_certificate WHERE domain = $1`,
    [domain],
  );
  return rows[0]?.done === true;
}

/** Resources of other tests are due no more. */
async function forget() {
  await query("UPDATE cdn_distribution SET deploy_at = NULL");
  await query("DELETE FROM cdn_custom_domain");
  await query("DELETE FROM load_balancer_certificate");
}

const many = (name: string, count: number) => Array.from({ length: count }, (_, index) => `${name}-${index}.test`);

test.each(domainsOf)(
  "%s: name servers that never answer hold a quarter of the slots, and others' domains are looked at",
  async (reconciler) => {
    await forget();
    const { asked, cdn } = names();
    await due[reconciler](await customer(), many("dead", 40));
    running.push(fixture.reconcile(reconciler, { cdn }));
    await expect.poll(() => asked.length).toBe(16);
    // It becomes due while the others are waited for.
    await due[reconciler](await customer(), ["alive.test"]);
    await expect.poll(() => looked("alive.test")).toBe(true);
    expect(asked).toHaveLength(16);
  },
);

test.each(domainsOf)(
  "%s: domains that were slow share a quarter of the slots, four of an organization",
  async (reconciler) => {
    await forget();
    const { asked, cdn } = names();
    for (let number = 0; number < 5; number++) await due[reconciler](await customer(), many(`dead-${number}`, 8), true);
    running.push(fixture.reconcile(reconciler, { cdn }));
    await expect.poll(() => asked.length).toBe(16);
    for (let number = 0; number < 3; number++) await due[reconciler](await customer(), many(`alive-${number}`, 20));
    for (const domain of [0, 1, 2].flatMap((number) => many(`alive-${number}`, 20)))
      await expect.poll(() => looked(domain)).toBe(true);
    expect(asked).toHaveLength(16);
    for (let number = 0; number < 5; number++)
      expect(asked.filter((name) => name.includes(`dead-${number}`)).length).toBeLessThanOrEqual(4);
  },
);

/** The same object with other properties. */
const withOther = <Whole extends object>(whole: Whole, other: Partial<Whole>): Whole =>
  Object.assign(Object.create(whole), other);

/** Makes a customer's work due, and the calls that wait for the end of the test. */
const queues = {
  async "deploy-distributions"(of: Customer, count: number) {
    for (const name of many("site", count)) await distribution(of, name);
  },
  async "deploy-common-paths"(of: Customer, count: number) {
    for (const name of many("bucket", count)) {
      const { name: bucket_name } = await of.send<{ name: string }>(
        "bucket.create",
        {},
        { name, region: "eu-central-1" },
      );
      await of.send("cdnUrl.generate", {}, { bucket_name, object_key: "a" });
    }
  },
  async "run-purges"(of: Customer, count: number) {
    for (const name of many("site", count)) {
      const { id } = await distribution(of, name);
      await query("UPDATE cdn_distribution SET status = 'active', deploy_at = NULL WHERE distribution_id = $1", [id]);
      await of.send("cdnPurge.create", { distribution_id: id }, { everything: true });
    }
  },
  async "apply-load-balancers"(of: Customer, count: number) {
    for (const name of many("balancer", count))
      await of.send("loadBalancer.create", {}, { name, site_id: "site-ams-1" });
  },
  async "apply-networks"(of: Customer, count: number) {
    const { vpc_id } = await of.send<{ vpc_id: string }>(
      "vpc.create",
      {},
      { name: "net", site_id: "site-ams-1", cidr: "10.0.0.0/16" },
    );
    for (let number = 0; number < count; number++)
      await of.send("subnet.create", { vpc_id }, { name: `net-${number}`, cidr: `10.0.${number}.0/24` });
  },
} satisfies Readonly<Record<string, (of: Customer, count: number) => Promise<void>>>;

const distribution = (of: Customer, name: string) =>
  of.send<CdnDistribution>(
    "cdnDistribution.create",
    {},
    {
      ...{ name, origin_type: "custom", origin_id: "https://origin.example.com" },
    },
  );

test.each(Object.entries(queues))(
  "%s: organizations take turns, however much of one is due",
  async (reconciler, make) => {
    await forget();
    const [busy, quiet] = [await customer(), await customer()];
    await make(busy, 12);
    await make(quiet, 1);
    const called: string[] = [];
    const call = async (id: string) => {
      called.push(id);
      await unanswered.promise;
    };
    const { cdn } = fixture.world.services;
    const provider = async (name: string) => {
      const real = await fixture.world.services.provider(name);
      return withOther(real, {
        loadBalancers: withOther(real.loadBalancers, { apply: call }),
        networks: withOther(real.networks, { applySubnet: call }),
      });
    };
    const edge = withOther(cdn.edge, { deploy: call, purge: call });
    running.push(fixture.reconcile(reconciler, { cdn: withOther(cdn, { edge }), provider }));
    await expect.poll(() => called.length).toBe(8);
    const ofQuiet = await query(
      `SELECT FROM unnest($2::text[]) AS id
      WHERE EXISTS (SELECT FROM cdn_distribution WHERE workspace_id = $1 AND distribution_id = id)
         OR EXISTS (SELECT FROM load_balancer WHERE workspace_id = $1 AND load_balancer_id = id)
         OR EXISTS (SELECT FROM bucket WHERE workspace_id = $1 AND bucket_id = id)
         OR EXISTS (SELECT FROM subnet WHERE workspace_id = $1 AND subnet_id = id)`,
      [quiet.workspaceId, called],
    );
    expect(ofQuiet).toHaveLength(1);
  },
);
