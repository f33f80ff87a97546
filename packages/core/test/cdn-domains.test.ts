import { randomUUID } from "node:crypto";
import { type CdnCustomDomainReport, type CdnDistribution, type OperationId, operationById } from "@fulmar/contract";
import { ProviderError, systemResolver } from "@fulmar/providers";
import { startDnsServer } from "@fulmar/testkit";
import { describe, expect, test } from "vitest";
import { cdnBed } from "./cdn-bed.ts";
import { refusalOf } from "./compute-bed.ts";

const bed = cdnBed();
let made = 0;
const check = () => bed.reconcile("check-domains");
const report = (distribution_id: string, domain: string) => bed.send<CdnCustomDomainReport>("cdnCustomDomain.get", { distribution_id, domain });
const hours = (count: number) => `now() - interval '${count} hours'`;

/** A distribution with a domain, and what its DNS must say. */
async function added({ name = `domains-${++made}`, domain = `www-${++made}.test` } = {}) {
  const { id, default_domain } = await bed.create(name);
  await bed.reconcile("deploy-distributions");
  const { instructions } = await bed.send<CdnCustomDomainReport>("cdnCustomDomain.create", { distribution_id: id }, { domain });
  return { id, domain, default_domain, token: tokenIn(instructions) };
}
const tokenIn = (instructions: readonly string[] | null) => /value ([0-9a-f]{32})/.exec(String(instructions))?.[1] ?? "";

const record = (name: string, type: "TXT" | "CNAME" | "A", value: string) =>
  bed.query("INSERT INTO simulated.dns_record VALUES ($1, $2, $3) ON CONFLICT DO NOTHING", [name, type, value]);
const forget = (domain: string) => bed.query("DELETE FROM simulated.dns_record WHERE name IN ($1, '_fulmar-challenge.' || $1)", [domain]);

async function prove({ domain, default_domain, token }: { domain: string; default_domain: string; token: string }) {
  await record(`_fulmar-challenge.${domain}`, "TXT", token);
  await record(domain, "CNAME", `${default_domain.toUpperCase()}.`);
}

/** A domain that is served. */
async function served(options?: { name?: string; domain?: string }) {
  const one = await added(options);
  await prove(one);
  await check();
  await bed.reconcile("deploy-distributions");
  expect(await report(one.id, one.domain)).toMatchObject({ status: "active" });
  return one;
}

/** Requests in a workspace of their own. */
async function stranger() {
  const { database, entry, core } = bed.world;
  const { workspace_id } = await database.prisma.workspace.create({ data: { organization_id: entry.workspace.organizationId, name: `other-${++made}` } });
  const workspace = { ...entry.workspace, id: workspace_id };
  return async <Answer>(id: OperationId, params: object, body: object): Promise<Answer> => {
    const envelope = { requestId: randomUUID(), sourceIp: undefined, idempotencyKey: randomUUID(), signal: new AbortController().signal };
    const answer = await core.perform(operationById(id), { ...entry, workspace }, { params, query: {}, body }, envelope);
    return JSON.parse(answer.body);
  };
}

describe("a domain that its DNS proves", () => {
  test("gets a certificate and is served", async () => {
    const one = await added();
    await check();
    expect(await report(one.id, one.domain)).toMatchObject({ status: "pending_validation", problem: expect.stringContaining("is not there") });
    await prove(one);
    await bed.passTime();
    await check();
    expect(await report(one.id, one.domain)).toMatchObject({
      status: "active",
      tls_status: "issued",
      instructions: null,
      problem: null,
      certificate_expires_at: expect.any(String),
    });
    expect(await bed.deployment(one.id)).toMatchObject({ pending_changes: true });
    await bed.reconcile("deploy-distributions");
    expect(await bed.atEdge(one.id)).toMatchObject({ configuration: { hosts: [one.default_domain, one.domain] } });
  });

  test("is taken off the edge when it is removed, and only then", async () => {
    const { id, domain, default_domain } = await served();
    expect(await bed.send("cdnCustomDomain.delete", { distribution_id: id, domain: domain.toUpperCase() })).toEqual({ status: "deleted", domain });
    await bed.reconcile("deploy-distributions");
    expect(await bed.atEdge(id)).toMatchObject({ revision: 3, configuration: { hosts: [default_domain] } });
    const { domain: unproved } = await bed.send<CdnCustomDomainReport>("cdnCustomDomain.create", { distribution_id: id }, { domain: "unproved.test" });
    await bed.send("cdnCustomDomain.delete", { distribution_id: id, domain: unproved });
    expect(await bed.deployment(id)).toMatchObject({ pending_changes: false });
  });

  test("may stand at the top of a zone: the same addresses do, and no other", async () => {
    const one = await added();
    await record(`_fulmar-challenge.${one.domain}`, "TXT", one.token);
    const { cdn } = bed.world.services;
    const addresses = async (name: string) =>
      name === one.default_domain ? ["198.51.100.1", "198.51.100.2"] : cdn.resolver.addresses(name, new AbortController().signal);
    const services = { cdn: { ...cdn, resolver: { ...cdn.resolver, addresses } } };
    await record(one.domain, "A", "198.51.100.1");
    await record(one.domain, "A", "10.0.0.1");
    await bed.reconcile("check-domains", services);
    expect(await report(one.id, one.domain)).toMatchObject({
      status: "pending_validation",
      problem: `The name ${one.domain} does not lead to ${one.default_domain}.`,
    });
    await bed.query("DELETE FROM simulated.dns_record WHERE value = '10.0.0.1'");
    await bed.passTime();
    await bed.reconcile("check-domains", services);
    expect(await report(one.id, one.domain)).toMatchObject({ status: "active" });
  });

  test("is looked up in the DNS itself", async () => {
    const dns = await startDnsServer();
    const { cdn } = bed.world.services;
    const services = { cdn: { ...cdn, resolver: systemResolver([dns.address]) } };
    const one = await added({ domain: "shop.example.com" });
    const looked = async () => {
      await bed.passTime();
      await bed.reconcile("check-domains", services);
      return report(one.id, one.domain);
    };
    dns.zone.set("shop.example.com", "failed");
    expect(await looked()).toMatchObject({ status: "pending_validation", problem: expect.stringContaining("did not answer") });
    dns.zone.set("shop.example.com", { cname: "elsewhere.example.com" });
    dns.zone.set("_fulmar-challenge.shop.example.com", { txt: [["somebody else's"], [`${one.token}x`]] });
    expect(await looked()).toMatchObject({ status: "pending_validation", problem: expect.stringContaining("another value") });
    dns.zone.set("_fulmar-challenge.shop.example.com", { txt: [["somebody else's"], [one.token.slice(0, 5), one.token.slice(5)]] });
    expect(await looked()).toMatchObject({ status: "pending_validation", problem: expect.stringContaining("does not lead to") });
    dns.zone.set("shop.example.com", { cname: one.default_domain });
    expect(await looked()).toMatchObject({ status: "active" });
    // The other tests look nothing up outside of the simulated world.
    await bed.send("cdnCustomDomain.delete", { distribution_id: one.id, domain: one.domain });
    await dns.stop();
  });
});

describe("a domain that is not proved", () => {
  test("is asked for ever less often, and fails after 72 hours, not before", async () => {
    const { id, domain } = await added();
    const pauses: number[] = [];
    for (let round = 0; round < 9; round++) {
      await check();
      const { checked_at, next_check_at } = await report(id, domain);
      pauses.push((Date.parse(String(next_check_at)) - Date.parse(String(checked_at))) / 1000);
      await bed.passTime();
    }
    expect(pauses).toEqual([10, 20, 40, 80, 160, 320, 640, 900, 900]);
    await bed.query(`UPDATE cdn_custom_domain SET created_at = ${hours(71.9)} WHERE domain = $1`, [domain]);
    await check();
    expect(await report(id, domain)).toMatchObject({ status: "pending_validation" });
    await bed.query(`UPDATE cdn_custom_domain SET created_at = ${hours(72.1)} WHERE domain = $1`, [domain]);
    await bed.passTime();
    await check();
    const failed = await report(id, domain);
    expect(failed).toMatchObject({
      status: "failed",
      next_check_at: null,
      instructions: [expect.stringMatching(/^Remove the domain and add it again .* is not there\.$/)],
    });
    expect(await refusalOf(bed.send("cdnCustomDomain.verify", { distribution_id: id, domain }))).toMatchObject({ status: 409, code: "domain_failed" });
    await bed.send("cdnCustomDomain.delete", { distribution_id: id, domain });
    const again = await bed.send<CdnCustomDomainReport>("cdnCustomDomain.create", { distribution_id: id }, { domain });
    expect(again).toMatchObject({ status: "pending_validation" });
  });

  test("verify brings the next check forward, ten seconds after the last at the earliest", async () => {
    const one = await added();
    await check();
    await bed.query("UPDATE cdn_custom_domain SET check_attempts = 7, check_at = now() + interval '15 minutes' WHERE domain = $1", [one.domain]);
    const verify = () => bed.send<CdnCustomDomainReport>("cdnCustomDomain.verify", { distribution_id: one.id, domain: one.domain });
    const { checked_at, next_check_at } = await verify();
    expect(Date.parse(String(next_check_at)) - Date.parse(String(checked_at))).toBe(10_000);
    await bed.query("UPDATE cdn_custom_domain SET checked_at = now() - interval '1 minute', check_at = now() + interval '15 minutes' WHERE domain = $1", [
      one.domain,
    ]);
    await prove(one);
    await verify();
    await check();
    expect(await report(one.id, one.domain)).toMatchObject({ status: "active" });
  });

  test.each(["validate-domain", "issue-certificate"])("fails at %s when the provider says so", async (step) => {
    const one = await added({ name: `fail-at-${step}--${++made}` });
    await prove(one);
    await check();
    expect(await report(one.id, one.domain)).toMatchObject({
      status: "failed",
      problem: expect.stringContaining(step),
      tls_status: step === "issue-certificate" ? "failed" : null,
    });
  });

  test("waits for an authority that takes its time, or does not answer", async () => {
    const one = await added();
    await prove(one);
    const { cdn } = bed.world.services;
    const authority = (obtain: typeof cdn.certificates.obtain) => ({ cdn: { ...cdn, certificates: { obtain } } });
    await bed.reconcile(
      "check-domains",
      authority(async () => undefined),
    );
    expect(await report(one.id, one.domain)).toMatchObject({
      status: "pending_tls",
      tls_status: "pending",
      problem: "The certificate is still being issued.",
      instructions: null,
    });
    await bed.passTime();
    const unavailable = authority(() => Promise.reject(new ProviderError("authority_unavailable", "The authority does not answer.", { retryable: true })));
    await bed.reconcile("check-domains", unavailable);
    expect(await report(one.id, one.domain)).toMatchObject({ status: "pending_tls", problem: "The authority does not answer." });
    await bed.passTime();
    await check();
    expect(await report(one.id, one.domain)).toMatchObject({ status: "active", problem: null });
  });
});

describe("a domain that two workspaces want", () => {
  test("is the first one's that proves it; a later proof takes it only once it is not the first one's any more", async () => {
    const first = await served({ domain: "contested.test" });
    const send = await stranger();
    const other = await send<CdnDistribution>("cdnDistribution.create", {}, { name: "other", origin_type: "custom", origin_id: "https://origin.example.com" });
    const { instructions } = await send<CdnCustomDomainReport>("cdnCustomDomain.create", { distribution_id: other.id }, { domain: first.domain });
    const second = { ...first, token: tokenIn(instructions), default_domain: other.default_domain };
    const theirs = () => send<CdnCustomDomainReport>("cdnCustomDomain.get", { distribution_id: other.id, domain: first.domain }, {});

    await prove(second);
    await check();
    expect(await theirs()).toMatchObject({ status: "pending_validation", problem: expect.stringContaining("Another distribution serves this domain") });

    // Sold: only the new owner's proof is left. It makes the old owner's next check due, and waits longer than 72 hours.
    await forget(first.domain);
    await prove(second);
    await bed.query(`UPDATE cdn_custom_domain SET created_at = ${hours(80)} WHERE domain = $1`, [first.domain]);
    await bed.query("UPDATE cdn_custom_domain SET check_at = now() WHERE domain = $1 AND status = 'pending_validation'", [first.domain]);
    await check();
    expect(await theirs()).toMatchObject({ status: "pending_validation", problem: expect.stringContaining("Another distribution serves this domain") });
    expect(await report(first.id, first.domain)).toMatchObject({ status: "active" });

    // The daily check of the owner finds nothing any more: it has 72 hours, and says so.
    await bed.passTime();
    await check();
    expect(await report(first.id, first.domain)).toMatchObject({
      status: "active",
      tls_status: "issued",
      problem: expect.any(String),
      instructions: expect.any(Array),
    });
    await bed.query(`UPDATE cdn_custom_domain SET proof_lost_at = ${hours(72.1)} WHERE domain = $1 AND status = 'active'`, [first.domain]);
    await bed.passTime();
    await check();
    expect(await report(first.id, first.domain)).toMatchObject({ status: "failed", tls_status: null });
    await bed.passTime();
    await check();
    expect(await theirs()).toMatchObject({ status: "active", tls_status: "issued" });
    const events = await bed.query("SELECT action FROM audit_event WHERE actor_type = 'system' AND resource_id = $1 ORDER BY at", [first.domain]);
    expect(events).toEqual(["activated", "failed", "activated"].map((end) => ({ action: `cdnCustomDomain.${end}` })));
    await bed.reconcile("deploy-distributions");
    expect(await bed.atEdge(first.id)).toMatchObject({ configuration: { hosts: [first.default_domain] } });
    expect(await bed.atEdge(other.id)).toMatchObject({ configuration: { hosts: [other.default_domain, first.domain] } });
  });

  test("is not anybody's by asking alone", async () => {
    const first = await added({ domain: "squatted.test" });
    const send = await stranger();
    const other = await send<CdnDistribution>("cdnDistribution.create", {}, { name: "other", origin_type: "custom", origin_id: "https://origin.example.com" });
    const { instructions } = await send<CdnCustomDomainReport>("cdnCustomDomain.create", { distribution_id: other.id }, { domain: first.domain });
    await prove({ ...first, token: tokenIn(instructions), default_domain: other.default_domain });
    await check();
    expect(await send("cdnCustomDomain.get", { distribution_id: other.id, domain: first.domain }, {})).toMatchObject({ status: "active" });
    expect(await report(first.id, first.domain)).toMatchObject({ status: "pending_validation" });
  });
});

describe("an active domain", () => {
  const expiresIn = (domain: string, days: number) =>
    bed.query("UPDATE simulated.certificate SET expires_at = now() + $2 * interval '1 day' WHERE domain = $1", [domain, days]);

  test("stays active while DNS does not answer, however long", async () => {
    const { id, domain } = await served();
    const { cdn } = bed.world.services;
    const txt = () => Promise.reject(new ProviderError("dns_unavailable", "The DNS of the domain did not answer.", { retryable: true }));
    const services = { cdn: { ...cdn, resolver: { ...cdn.resolver, txt } } };
    await bed.query(`UPDATE cdn_custom_domain SET created_at = ${hours(1000)} WHERE domain = $1`, [domain]);
    for (let round = 0; round < 3; round++) {
      await bed.passTime();
      await bed.reconcile("check-domains", services);
      expect(await report(id, domain)).toMatchObject({ status: "active", problem: "The DNS of the domain did not answer." });
    }
    await bed.passTime();
    await check();
    expect(await report(id, domain)).toMatchObject({ status: "active", problem: null, instructions: null });
  });

  test("gets a new certificate 30 days before the old one ends, and keeps the old one while it cannot", async () => {
    const { id, domain } = await served();
    const revision = (await bed.atEdge(id))?.revision;
    await expiresIn(domain, 29);
    await bed.query("UPDATE cdn_custom_domain SET certificate_expires_at = now() + interval '29 days' WHERE domain = $1", [domain]);
    const { cdn } = bed.world.services;
    const obtain = () => Promise.reject(new ProviderError("authority_refused", "The authority refuses.", { retryable: false }));
    await bed.passTime();
    await bed.reconcile("check-domains", { cdn: { ...cdn, certificates: { obtain } } });
    expect(await report(id, domain)).toMatchObject({ status: "active", tls_status: "renewing", problem: "The authority refuses." });
    await bed.passTime();
    await check();
    const renewed = await report(id, domain);
    expect(renewed).toMatchObject({ status: "active", tls_status: "issued", problem: null });
    expect(Date.parse(String(renewed.certificate_expires_at)) - Date.now()).toBeGreaterThan(80 * 86_400_000);
    expect(await bed.deployment(id)).toMatchObject({ pending_changes: false });
    expect((await bed.atEdge(id))?.revision).toBe(revision);
  });
});

test("what was found of a domain is not written on one that was removed and added again meanwhile", async () => {
  const one = await added();
  await prove(one);
  const { cdn } = bed.world.services;
  const txt: typeof cdn.resolver.txt = async (...call) => {
    const found = await cdn.resolver.txt(...call);
    await bed.send("cdnCustomDomain.delete", { distribution_id: one.id, domain: one.domain });
    await bed.send("cdnCustomDomain.create", { distribution_id: one.id }, { domain: one.domain });
    await bed.query("UPDATE cdn_custom_domain SET check_at = now() + interval '1 hour' WHERE domain = $1", [one.domain]);
    return found;
  };
  await bed.reconcile("check-domains", { cdn: { ...cdn, resolver: { ...cdn.resolver, txt } } });
  expect(await report(one.id, one.domain)).toMatchObject({ status: "pending_validation", problem: null });
});
