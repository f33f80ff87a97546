// The step tests of sagas, for the CDN's reconcilers: if a worker crashes after the provider has done its part and
// before the result is recorded, the next worker finishes as if nothing had happened.
import type { CdnPurge } from "@fulmar/contract";
import type { CdnProvider } from "@fulmar/providers";
import { expect, test } from "vitest";
import { cdnFixture } from "./cdn-fixture.ts";

const fixture = cdnFixture();

/** A provider whose caller crashes after each successful call. */
function dying<Call extends unknown[]>(
  call: (...values: Call) => Promise<unknown>,
): (...values: Call) => Promise<never> {
  return async (...values) => {
    await call(...values);
    throw new Error("the worker dies here");
  };
}
const crash = async (reconciler: string, cdn: CdnProvider) =>
  expect(fixture.reconcile(reconciler, { cdn })).rejects.toThrow(AggregateError);

test("a deployment is completed after a crash at the edge call", async () => {
  const { id } = await fixture.create("deployed-and-died");
  const { cdn } = fixture.world.services;
  await crash("deploy-distributions", { ...cdn, edge: { ...cdn.edge, deploy: dying(cdn.edge.deploy) } });
  expect(await fixture.distribution(id)).toMatchObject({ status: "deploying" });
  expect(await fixture.atEdge(id)).toBeDefined();
  await fixture.reconcile("deploy-distributions");
  expect(await fixture.deployment(id)).toMatchObject({ status: "active", pending_changes: false, failed_attempts: 0 });
  expect(await fixture.atEdge(id)).toMatchObject({ revision: 1 });
});

test("a certificate issued before a crash is used", async () => {
  const { id, default_domain } = await fixture.create("issued-and-died");
  await fixture.reconcile("deploy-distributions");
  const { instructions } = await fixture.send<{ instructions: string[] }>(
    "cdnCustomDomain.create",
    { distribution_id: id },
    { domain: "crash.test" },
  );
  const token = /value ([0-9a-f]{32})/.exec(String(instructions))?.[1];
  await fixture.query(
    "INSERT INTO simulated.dns_record VALUES ('_fulmar-challenge.crash.test', 'TXT', $1), ('crash.test', 'CNAME', $2)",
    [token, default_domain],
  );
  const { cdn } = fixture.world.services;
  await crash("check-domains", { ...cdn, certificates: { obtain: dying(cdn.certificates.obtain) } });
  const read = () => fixture.send("cdnCustomDomain.get", { distribution_id: id, domain: "crash.test" });
  expect(await read()).toMatchObject({ status: "pending_tls" });
  const [certificate] = await fixture.query<{ expires_at: Date }>(
    "SELECT expires_at FROM simulated.certificate WHERE domain = 'crash.test'",
  );
  await fixture.reconcile("check-domains");
  expect(await read()).toMatchObject({
    status: "active",
    certificate_expires_at: certificate?.expires_at.toISOString(),
  });
});

test("a purge is completed after a crash at the edge call", async () => {
  const { id } = await fixture.create("purged-and-died");
  await fixture.reconcile("deploy-distributions");
  const { purge_id } = await fixture.send<CdnPurge>("cdnPurge.create", { distribution_id: id }, { everything: true });
  const { cdn } = fixture.world.services;
  await crash("run-purges", { ...cdn, edge: { ...cdn.edge, purge: dying(cdn.edge.purge) } });
  const read = () => fixture.send("cdnPurge.get", { distribution_id: id, purge_id });
  expect(await read()).toMatchObject({ status: "running" });
  await fixture.reconcile("run-purges");
  expect(await read()).toMatchObject({ status: "succeeded" });
});

test("a distribution removed before a crash stays removed", async () => {
  const { id } = await fixture.create("removed-and-died");
  await fixture.reconcile("deploy-distributions");
  await fixture.send("cdnDistribution.delete", { distribution_id: id });
  const { cdn } = fixture.world.services;
  await crash("reconcile-edge", { ...cdn, edge: { ...cdn.edge, remove: dying(cdn.edge.remove) } });
  await fixture.reconcile("reconcile-edge");
  expect(await fixture.atEdge(id)).toBeUndefined();
});
