// Shared by the tests of custom domains: domains in the simulated DNS, verified or not.
import type { CdnCustomDomainReport } from "@fulmar/contract";
import { expect } from "vitest";
import { cdnFixture } from "./cdn-fixture.ts";

export function cdnDomainsFixture() {
  const cdn = cdnFixture();
  let made = 0;
  const fixture = Object.assign(cdn, {
    check: () => cdn.reconcile("check-domains"),
    report: (distribution_id: string, domain: string) =>
      cdn.send<CdnCustomDomainReport>("cdnCustomDomain.get", { distribution_id, domain }),
    /** A distribution with a domain, and the DNS records that it needs. */
    async added({ name = `domains-${++made}`, domain = `www-${++made}.test` } = {}) {
      const { id, default_domain } = await cdn.create(name);
      await cdn.reconcile("deploy-distributions");
      const { instructions } = await cdn.send<CdnCustomDomainReport>(
        "cdnCustomDomain.create",
        { distribution_id: id },
        { domain },
      );
      return { id, domain, default_domain, token: tokenIn(instructions) };
    },
    record: (name: string, type: "TXT" | "CNAME" | "A", value: string) =>
      cdn.query("INSERT INTO simulated.dns_record VALUES ($1, $2, $3) ON CONFLICT DO NOTHING", [name, type, value]),
    async prove({ domain, default_domain, token }: { domain: string; default_domain: string; token: string }) {
      await fixture.record(`_fulmar-challenge.${domain}`, "TXT", token);
      await fixture.record(domain, "CNAME", `${default_domain.toUpperCase()}.`);
    },
    /** A domain that is served. */
    async served(options?: { name?: string; domain?: string }) {
      const one = await fixture.added(options);
      await fixture.prove(one);
      await fixture.check();
      await cdn.reconcile("deploy-distributions");
      expect(await fixture.report(one.id, one.domain)).toMatchObject({ status: "active" });
      return one;
    },
  });
  return fixture;
}

export const tokenIn = (instructions: readonly string[] | null) =>
  /value ([0-9a-f]{32})/.exec(String(instructions))?.[1] ?? "";

/** SQL: the time this many hours ago. */
export const hours = (count: number) => `now() - interval '${count} hours'`;
