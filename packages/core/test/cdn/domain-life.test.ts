import { randomUUID } from "node:crypto";
import { type CdnCustomDomainReport, type CdnDistribution, type OperationId, operationById } from "@fulmar/contract";
import { ProviderError } from "@fulmar/providers";
import { describe, expect, test } from "vitest";
import { cdnDomainsFixture, hours, tokenIn } from "./domains-fixture.ts";

const fixture = cdnDomainsFixture();
const { added, check, prove, report, served } = fixture;

const forget = (domain: string) =>
  fixture.query("DELETE FROM simulated.dns_record WHERE name IN ($1, '_fulmar-challenge.' || $1)", [domain]);

/** Requests in another workspace. */
async function stranger() {
  const { database, entry, core } = fixture.world;
  const { workspace_id } = await database.prisma.workspace.create({
    data: { organization_id: entry.workspace.organizationId, name: `other-${randomUUID()}` },
  });
  const workspace = { ...entry.workspace, id: workspace_id };
  return async <Answer>(id: OperationId, params: object, body: object): Promise<Answer> => {
    const envelope = {
      requestId: randomUUID(),
      sourceIp: undefined,
      idempotencyKey: randomUUID(),
      signal: new AbortController().signal,
    };
    const answer = await core.perform(
      operationById(id),
      { ...entry, workspace },
      { params, query: {}, body },
      envelope,
    );
    return JSON.parse(answer.body);
  };
}

describe("a domain that two workspaces add", () => {
  test("belongs to the first that proves it until that proof has been lost for 72 hours", async () => {
    const first = await served({ domain: "contested.test" });
    const send = await stranger();
    const other = await send<CdnDistribution>(
      "cdnDistribution.create",
      {},
      { name: "other", origin_type: "custom", origin_id: "https://origin.example.com" },
    );
    const { instructions } = await send<CdnCustomDomainReport>(
      "cdnCustomDomain.create",
      { distribution_id: other.id },
      { domain: first.domain },
    );
    const second = { ...first, token: tokenIn(instructions), default_domain: other.default_domain };
    const theirs = () =>
      send<CdnCustomDomainReport>("cdnCustomDomain.get", { distribution_id: other.id, domain: first.domain }, {});

    await prove(second);
    await check();
    expect(await theirs()).toMatchObject({
      status: "pending_validation",
      problem: expect.stringContaining("Another distribution serves this domain"),
    });

    // The domain was sold, so that only the new owner's proof remains. The old owner added the domain more than 72
    // hours ago, but its next check is not due yet.
    await forget(first.domain);
    await prove(second);
    await fixture.query(`UPDATE cdn_custom_domain SET created_at = ${hours(80)} WHERE domain = $1`, [first.domain]);
    await fixture.query(
      "UPDATE cdn_custom_domain SET check_at = now() WHERE domain = $1 AND status = 'pending_validation'",
      [first.domain],
    );
    await check();
    expect(await theirs()).toMatchObject({
      status: "pending_validation",
      problem: expect.stringContaining("Another distribution serves this domain"),
    });
    expect(await report(first.id, first.domain)).toMatchObject({ status: "active" });

    // The daily check of the owner fails now. It has 72 hours left, and its record says so.
    await fixture.passTime();
    await check();
    expect(await report(first.id, first.domain)).toMatchObject({
      status: "active",
      tls_status: "issued",
      problem: expect.any(String),
      instructions: expect.any(Array),
    });
    await fixture.query(
      `UPDATE cdn_custom_domain SET proof_lost_at = ${hours(72.1)} WHERE domain = $1 AND status = 'active'`,
      [first.domain],
    );
    await fixture.passTime();
    await check();
    expect(await report(first.id, first.domain)).toMatchObject({ status: "failed", tls_status: null });
    await fixture.passTime();
    await check();
    expect(await theirs()).toMatchObject({ status: "active", tls_status: "issued" });
    const events = await fixture.query(
      "SELECT action FROM audit_event WHERE actor_type = 'system' AND resource_id = $1 ORDER BY at",
      [first.domain],
    );
    expect(events).toEqual(["activated", "failed", "activated"].map((end) => ({ action: `cdnCustomDomain.${end}` })));
    await fixture.reconcile("deploy-distributions");
    expect(await fixture.atEdge(first.id)).toMatchObject({ configuration: { hosts: [first.default_domain] } });
    expect(await fixture.atEdge(other.id)).toMatchObject({
      configuration: { hosts: [other.default_domain, first.domain] },
    });
  });

  test("does not belong to a workspace that added it without proof", async () => {
    const first = await added({ domain: "squatted.test" });
    const send = await stranger();
    const other = await send<CdnDistribution>(
      "cdnDistribution.create",
      {},
      { name: "other", origin_type: "custom", origin_id: "https://origin.example.com" },
    );
    const { instructions } = await send<CdnCustomDomainReport>(
      "cdnCustomDomain.create",
      { distribution_id: other.id },
      { domain: first.domain },
    );
    await prove({ ...first, token: tokenIn(instructions), default_domain: other.default_domain });
    await check();
    expect(await send("cdnCustomDomain.get", { distribution_id: other.id, domain: first.domain }, {})).toMatchObject({
      status: "active",
    });
    expect(await report(first.id, first.domain)).toMatchObject({ status: "pending_validation" });
  });
});

describe("an active domain", () => {
  const expiresIn = (domain: string, days: number) =>
    fixture.query("UPDATE simulated.certificate SET expires_at = now() + $2 * interval '1 day' WHERE domain = $1", [
      domain,
      days,
    ]);

  test("stays active while DNS does not answer, however long", async () => {
    const { id, domain } = await served();
    const { cdn } = fixture.world.services;
    const txt = () =>
      Promise.reject(
        new ProviderError("dns_unavailable", "The DNS of the domain did not answer.", { retryable: true }),
      );
    const services = { cdn: { ...cdn, resolver: { ...cdn.resolver, txt } } };
    await fixture.query(`UPDATE cdn_custom_domain SET created_at = ${hours(1000)} WHERE domain = $1`, [domain]);
    for (let round = 0; round < 3; round++) {
      await fixture.passTime();
      await fixture.reconcile("check-domains", services);
      expect(await report(id, domain)).toMatchObject({
        status: "active",
        problem: "The DNS of the domain did not answer.",
      });
    }
    await fixture.passTime();
    await check();
    expect(await report(id, domain)).toMatchObject({ status: "active", problem: null, instructions: null });
  });

  test("gets a new certificate 30 days before expiry and keeps the old one while renewal fails", async () => {
    const { id, domain } = await served();
    const revision = (await fixture.atEdge(id))?.revision;
    await expiresIn(domain, 29);
    await fixture.query(
      "UPDATE cdn_custom_domain SET certificate_expires_at = now() + interval '29 days' WHERE domain = $1",
      [domain],
    );
    const { cdn } = fixture.world.services;
    const obtain = () =>
      Promise.reject(new ProviderError("authority_refused", "The authority refuses.", { retryable: false }));
    await fixture.passTime();
    await fixture.reconcile("check-domains", { cdn: { ...cdn, certificates: { obtain } } });
    expect(await report(id, domain)).toMatchObject({
      status: "active",
      tls_status: "renewing",
      problem: "The authority refuses.",
    });
    await fixture.passTime();
    await check();
    const renewed = await report(id, domain);
    expect(renewed).toMatchObject({ status: "active", tls_status: "issued", problem: null });
    expect(Date.parse(String(renewed.certificate_expires_at)) - Date.now()).toBeGreaterThan(80 * 86_400_000);
    expect(await fixture.deployment(id)).toMatchObject({ pending_changes: false });
    expect((await fixture.atEdge(id))?.revision).toBe(revision);
  });
});

test("a check's result is not written to a domain that was removed and added again meanwhile", async () => {
  const one = await added();
  await prove(one);
  const { cdn } = fixture.world.services;
  const txt: typeof cdn.resolver.txt = async (...call) => {
    const found = await cdn.resolver.txt(...call);
    await fixture.send("cdnCustomDomain.delete", { distribution_id: one.id, domain: one.domain });
    await fixture.send("cdnCustomDomain.create", { distribution_id: one.id }, { domain: one.domain });
    await fixture.query("UPDATE cdn_custom_domain SET check_at = now() + interval '1 hour' WHERE domain = $1", [
      one.domain,
    ]);
    return found;
  };
  await fixture.reconcile("check-domains", { cdn: { ...cdn, resolver: { ...cdn.resolver, txt } } });
  expect(await report(one.id, one.domain)).toMatchObject({ status: "pending_validation", problem: null });
});
