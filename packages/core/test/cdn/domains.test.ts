import { randomUUID } from "node:crypto";
import type { CdnCustomDomainReport } from "@fulmar/contract";
import { ProviderError, systemResolver } from "@fulmar/providers";
import { startDnsServer } from "@fulmar/testkit";
import { describe, expect, test } from "vitest";
import { refusalOf } from "../compute-fixture.ts";
import { cdnDomainsFixture, hours } from "./domains-fixture.ts";

const fixture = cdnDomainsFixture();
const { added, check, prove, record, report, served } = fixture;

describe("a domain proved by its DNS", () => {
  test("gets a certificate and is served", async () => {
    const one = await added();
    await check();
    expect(await report(one.id, one.domain)).toMatchObject({
      status: "pending_validation",
      problem: expect.stringContaining("is missing"),
    });
    await prove(one);
    await fixture.passTime();
    await check();
    expect(await report(one.id, one.domain)).toMatchObject({
      status: "active",
      tls_status: "issued",
      instructions: null,
      problem: null,
      certificate_expires_at: expect.any(String),
    });
    expect(await fixture.deployment(one.id)).toMatchObject({ pending_changes: true });
    await fixture.reconcile("deploy-distributions");
    expect(await fixture.atEdge(one.id)).toMatchObject({ configuration: { hosts: [one.default_domain, one.domain] } });
  });

  test("is removed from the edge when it is deleted, and an unproved domain changes nothing there", async () => {
    const { id, domain, default_domain } = await served();
    expect(await fixture.send("cdnCustomDomain.delete", { distribution_id: id, domain: domain.toUpperCase() })).toEqual(
      {
        status: "deleted",
        domain,
      },
    );
    await fixture.reconcile("deploy-distributions");
    expect(await fixture.atEdge(id)).toMatchObject({ revision: 3, configuration: { hosts: [default_domain] } });
    const { domain: unproved } = await fixture.send<CdnCustomDomainReport>(
      "cdnCustomDomain.create",
      { distribution_id: id },
      { domain: "unproved.test" },
    );
    await fixture.send("cdnCustomDomain.delete", { distribution_id: id, domain: unproved });
    expect(await fixture.deployment(id)).toMatchObject({ pending_changes: false });
  });

  test("may be a zone apex if all its addresses are addresses of the default domain", async () => {
    const one = await added();
    await record(`_fulmar-challenge.${one.domain}`, "TXT", one.token);
    const { cdn } = fixture.world.services;
    const addresses = async (name: string) =>
      name === one.default_domain
        ? ["198.51.100.1", "198.51.100.2"]
        : cdn.resolver.addresses(name, new AbortController().signal);
    const services = { cdn: { ...cdn, resolver: { ...cdn.resolver, addresses } } };
    await record(one.domain, "A", "198.51.100.1");
    await record(one.domain, "A", "10.0.0.1");
    await fixture.reconcile("check-domains", services);
    expect(await report(one.id, one.domain)).toMatchObject({
      status: "pending_validation",
      problem: `The name ${one.domain} does not point to ${one.default_domain}.`,
    });
    await fixture.query("DELETE FROM simulated.dns_record WHERE value = '10.0.0.1'");
    await fixture.passTime();
    await fixture.reconcile("check-domains", services);
    expect(await report(one.id, one.domain)).toMatchObject({ status: "active" });
  });

  test("is checked through real DNS", async () => {
    const dns = await startDnsServer();
    const { cdn } = fixture.world.services;
    const services = { cdn: { ...cdn, resolver: systemResolver([dns.address]) } };
    const one = await added({ domain: "shop.example.com" });
    const looked = async () => {
      await fixture.passTime();
      await fixture.reconcile("check-domains", services);
      return report(one.id, one.domain);
    };
    dns.zone.set("shop.example.com", "failed");
    expect(await looked()).toMatchObject({
      status: "pending_validation",
      problem: expect.stringContaining("did not answer"),
    });
    dns.zone.set("shop.example.com", { cname: "elsewhere.example.com" });
    dns.zone.set("_fulmar-challenge.shop.example.com", { txt: [["somebody else's"], [`${one.token}x`]] });
    expect(await looked()).toMatchObject({
      status: "pending_validation",
      problem: expect.stringContaining("another value"),
    });
    dns.zone.set("_fulmar-challenge.shop.example.com", {
      txt: [["somebody else's"], [one.token.slice(0, 5), one.token.slice(5)]],
    });
    expect(await looked()).toMatchObject({
      status: "pending_validation",
      problem: expect.stringContaining("does not point to"),
    });
    dns.zone.set("shop.example.com", { cname: one.default_domain });
    expect(await looked()).toMatchObject({ status: "active" });
    // The other tests only look up names of the simulated DNS.
    await fixture.send("cdnCustomDomain.delete", { distribution_id: one.id, domain: one.domain });
    await dns.stop();
  });
});

describe("an unproved domain", () => {
  test("is checked less and less often and fails after 72 hours", async () => {
    const { id, domain } = await added();
    const pauses: number[] = [];
    for (let round = 0; round < 9; round++) {
      await check();
      const { checked_at, next_check_at } = await report(id, domain);
      pauses.push((Date.parse(String(next_check_at)) - Date.parse(String(checked_at))) / 1000);
      await fixture.passTime();
    }
    expect(pauses).toEqual([10, 20, 40, 80, 160, 320, 640, 900, 900]);
    await fixture.query(`UPDATE cdn_custom_domain SET created_at = ${hours(71.9)} WHERE domain = $1`, [domain]);
    await check();
    expect(await report(id, domain)).toMatchObject({ status: "pending_validation" });
    await fixture.query(`UPDATE cdn_custom_domain SET created_at = ${hours(72.1)} WHERE domain = $1`, [domain]);
    await fixture.passTime();
    await check();
    const failed = await report(id, domain);
    expect(failed).toMatchObject({
      status: "failed",
      next_check_at: null,
      instructions: [expect.stringMatching(/^Remove the domain and add it again\. .* is missing\.$/)],
    });
    expect(await refusalOf(fixture.send("cdnCustomDomain.verify", { distribution_id: id, domain }))).toMatchObject({
      status: 409,
      code: "domain_failed",
    });
    await fixture.send("cdnCustomDomain.delete", { distribution_id: id, domain });
    const again = await fixture.send<CdnCustomDomainReport>(
      "cdnCustomDomain.create",
      { distribution_id: id },
      { domain },
    );
    expect(again).toMatchObject({ status: "pending_validation" });
  });

  test("is checked sooner after verify, but at most every ten seconds", async () => {
    const one = await added();
    await check();
    await fixture.query(
      "UPDATE cdn_custom_domain SET check_attempts = 7, check_at = now() + interval '15 minutes' WHERE domain = $1",
      [one.domain],
    );
    const verify = () =>
      fixture.send<CdnCustomDomainReport>("cdnCustomDomain.verify", { distribution_id: one.id, domain: one.domain });
    const { checked_at, next_check_at } = await verify();
    expect(Date.parse(String(next_check_at)) - Date.parse(String(checked_at))).toBe(10_000);
    await fixture.query(
      `UPDATE cdn_custom_domain SET checked_at = now() - interval '1 minute', check_at = now() + interval '15 minutes'
         WHERE domain = $1`,
      [one.domain],
    );
    await prove(one);
    await verify();
    await check();
    expect(await report(one.id, one.domain)).toMatchObject({ status: "active" });
  });

  test.each(["validate-domain", "issue-certificate"])("fails when the provider fails at %s", async (step) => {
    const one = await added({ name: `fail-at-${step}--${randomUUID()}` });
    await prove(one);
    await check();
    expect(await report(one.id, one.domain)).toMatchObject({
      status: "failed",
      problem: expect.stringContaining(step),
      tls_status: step === "issue-certificate" ? "failed" : null,
    });
  });

  test("waits for a slow or silent certificate authority", async () => {
    const one = await added();
    await prove(one);
    const { cdn } = fixture.world.services;
    const authority = (obtain: typeof cdn.certificates.obtain) => ({ cdn: { ...cdn, certificates: { obtain } } });
    await fixture.reconcile(
      "check-domains",
      authority(async () => undefined),
    );
    expect(await report(one.id, one.domain)).toMatchObject({
      status: "pending_tls",
      tls_status: "pending",
      problem: "The certificate is still being issued.",
      instructions: null,
    });
    await fixture.passTime();
    const unavailable = authority(() =>
      Promise.reject(new ProviderError("authority_unavailable", "The authority does not answer.", { retryable: true })),
    );
    await fixture.reconcile("check-domains", unavailable);
    expect(await report(one.id, one.domain)).toMatchObject({
      status: "pending_tls",
      problem: "The authority does not answer.",
    });
    await fixture.passTime();
    await check();
    expect(await report(one.id, one.domain)).toMatchObject({ status: "active", problem: null });
  });
});
