import { createHash } from "node:crypto";
import { runReconcilers } from "@fulmar/engine";
import { silent } from "@fulmar/engine/testing";
import { type LoadBalancerPort, ProviderError } from "@fulmar/providers";
import { selfSignedCertificate } from "@fulmar/testkit";
import { describe, expect, test } from "vitest";
import { reconcilers } from "../../src/worker.ts";
import { loadBalancerFixture } from "./load-balancer-fixture.ts";

const fixture = loadBalancerFixture();
const APPLY = "apply-load-balancers";
const listening = (port: number) => ({
  listeners: [{ name: "web", protocol: "http", port, rules: [{ redirect: { https: true } }] }],
});
const sending = (target: object) => ({ pools: [{ name: "web", protocol: "tcp", targets: [target] }] });

/** The worker's services with a changed load balancer port. */
function withPort(change: (port: LoadBalancerPort) => Partial<LoadBalancerPort>) {
  const changed = fixture.world.services.provider("simulated").then((provider) => ({
    ...provider,
    loadBalancers: { ...provider.loadBalancers, ...change(provider.loadBalancers) },
  }));
  return { provider: () => changed };
}
const down = () =>
  withPort(() => ({
    apply: () =>
      Promise.reject(new ProviderError("balancer_unavailable", "The balancer does not answer.", { retryable: true })),
  }));

describe("a new load balancer", () => {
  test("is provisioning until its provider has all of it, and is charged from then on", async () => {
    const place = await fixture.network();
    const { load_balancer_id: id, public_ip } = await fixture.create(
      "new",
      { ...listening(80), ...sending({ ip: "10.0.0.5", port: 80 }) },
      place,
    );
    const charges = () =>
      fixture.query("SELECT sku_code FROM charge WHERE resource_id = $1 AND charged_until IS NULL", [id]);
    expect(await charges()).toEqual([]);
    await fixture.reconcile(APPLY);
    expect(await fixture.balancer(id)).toMatchObject({ status: "active", pending_changes: false, error_message: null });
    expect(await charges()).toEqual([{ sku_code: "load-balancer" }]);
    expect((await fixture.applied(id))?.configuration).toMatchObject({
      name: "new",
      publicIp: public_ip,
      subnetId: place.subnet_id,
      pools: [
        {
          protocol: "tcp",
          algorithm: "round_robin",
          stickySessions: "none",
          proxyProtocol: "none",
          healthCheck: {
            type: "tcp",
            intervalSeconds: 10,
            timeoutSeconds: 5,
            healthyThreshold: 2,
            unhealthyThreshold: 3,
          },
          targets: [{ vmId: null, address: "10.0.0.5", port: 80, weight: 1, enabled: true }],
        },
      ],
      listeners: [
        {
          protocol: "http",
          port: 80,
          idleTimeoutSeconds: 60,
          certificateSha256: null,
          defaultPoolId: null,
          rules: [{ host: null, path: null, header: null, poolId: null, redirect: { url: null, status: 301 } }],
        },
      ],
    });
    await fixture.send("loadBalancer.delete", { load_balancer_id: id });
    expect(await charges()).toEqual([]);
  });

  test("is in error and free of charge when the provider refuses it, and recovers after a rename", async () => {
    const { load_balancer_id: id } = await fixture.create("fail-at-deploy-load-balancer");
    await fixture.reconcile(APPLY);
    expect(await fixture.balancer(id)).toMatchObject({
      status: "error",
      pending_changes: true,
      error_message: expect.stringContaining("deploy-load-balancer"),
    });
    expect(await fixture.query("SELECT FROM charge WHERE resource_id = $1", [id])).toEqual([]);
    await fixture.send("loadBalancer.update", { load_balancer_id: id }, { name: "mended" });
    await fixture.reconcile(APPLY);
    expect(await fixture.balancer(id)).toMatchObject({ status: "active", error_message: null });
  });

  test("waits for a slow provider and includes changes made meanwhile", async () => {
    const { load_balancer_id: id } = await fixture.create("slow-60000", listening(80));
    await fixture.reconcile(APPLY);
    await fixture.put(id, listening(81));
    await fixture.reconcile(APPLY);
    expect(await fixture.balancer(id)).toMatchObject({ status: "provisioning" });
    await fixture.passTime();
    await fixture.reconcile(APPLY);
    expect(await fixture.balancer(id)).toMatchObject({ status: "active" });
    expect((await fixture.applied(id))?.configuration.listeners.map(({ port }) => port)).toEqual([81]);
  });
});

describe("a change to a load balancer", () => {
  test("is retried until it succeeds, and the old configuration stays in place meanwhile", async () => {
    const { load_balancer_id: id } = await fixture.create("patient", listening(80));
    await fixture.reconcile(APPLY);
    await fixture.put(id, listening(81));
    expect(await fixture.balancer(id)).toMatchObject({ status: "updating", pending_changes: true });
    for (let attempt = 1; attempt <= 3; attempt++) {
      await fixture.reconcile(APPLY, down());
      expect(await fixture.balancer(id)).toMatchObject({
        status: "error",
        error_message: "The balancer does not answer.",
      });
      expect(await fixture.query("SELECT apply_attempts FROM load_balancer WHERE load_balancer_id = $1", [id])).toEqual(
        [{ apply_attempts: attempt }],
      );
      expect((await fixture.applied(id))?.configuration.listeners.map(({ port }) => port)).toEqual([80]);
      await fixture.passTime();
    }
    await fixture.reconcile(APPLY);
    expect(await fixture.balancer(id)).toMatchObject({ status: "active", error_message: null });
    expect((await fixture.applied(id))?.configuration.listeners.map(({ port }) => port)).toEqual([81]);
  });

  test("is applied after the one in progress, and an older one never replaces it", async () => {
    const { load_balancer_id: id } = await fixture.create("overtaken", listening(80));
    let first = true;
    const overtaking = withPort((port) => ({
      async apply(...call) {
        if (first) {
          first = false;
          await fixture.put(id, listening(82));
        }
        await port.apply(...call);
      },
    }));
    await fixture.reconcile(APPLY, overtaking);
    expect(await fixture.balancer(id)).toMatchObject({ status: "active", pending_changes: false });
    const current = await fixture.applied(id);
    expect(current?.configuration.listeners.map(({ port }) => port)).toEqual([82]);
    const { loadBalancers } = await fixture.world.services.provider("simulated");
    const older = {
      revision: 1,
      name: "old",
      siteId: "site-ams-1",
      publicIp: null,
      subnetId: null,
      pools: [],
      listeners: [],
      challenges: null,
      record: { installation_id: "", rows: {} },
    };
    await loadBalancers.apply(id, older, new AbortController().signal);
    expect(await fixture.applied(id)).toEqual(current);
  });

  test("is never refused among fifty concurrent ones, and the last one wins", async () => {
    const { load_balancer_id: id } = await fixture.create(
      "busy",
      sending({ ip: "10.0.0.5", port: 80 }),
      await fixture.network(),
    );
    const { database, services } = fixture.world;
    const runner = runReconcilers({ database, reconcilers, services, logger: silent });
    const changes = Array.from({ length: 25 }, (_, index) => index);
    await Promise.all(
      changes.flatMap((index) => [
        fixture.put(id, { ...listening(1000 + index), ...sending({ ip: `10.0.0.${10 + index}`, port: 80 }) }),
        fixture.send("loadBalancerPool.create", { load_balancer_id: id }, { name: `pool ${index}`, protocol: "http" }),
      ]),
    );
    await fixture.put(id, { ...listening(443), ...sending({ ip: "10.0.0.200", port: 80 }) });
    await expect.poll(() => fixture.balancer(id)).toMatchObject({ status: "active", pending_changes: false });
    await runner.stop();
    const [row] = await fixture.query<{ revision: number; applied_revision: number }>(
      "SELECT revision, applied_revision FROM load_balancer WHERE load_balancer_id = $1",
      [id],
    );
    expect(row?.applied_revision).toBe(row?.revision);
    const applied = await fixture.applied(id);
    expect(applied?.revision).toBe(row?.revision);
    expect(applied?.configuration.listeners.map(({ port }) => port)).toEqual([443]);
    expect(applied?.configuration.pools.flatMap(({ targets }) => targets.map(({ address }) => address))).toEqual([
      "10.0.0.200",
    ]);
  });
});

describe("the reconciler of load balancers", () => {
  test("removes a deleted load balancer after a failed removal, and applies a lost one again", async () => {
    const { load_balancer_id: gone } = await fixture.create("gone");
    const { load_balancer_id: lost } = await fixture.create("lost", listening(80));
    await fixture.reconcile(APPLY);
    await fixture.send("loadBalancer.delete", { load_balancer_id: gone });
    const failing = withPort(() => ({
      remove: () => Promise.reject(new ProviderError("balancer_unavailable", "Down.", { retryable: true })),
    }));
    await expect(fixture.reconcile("reconcile-load-balancers", failing)).rejects.toThrow("Down.");
    expect(await fixture.applied(gone)).toBeDefined();
    await fixture.query("DELETE FROM simulated.load_balancer WHERE load_balancer_id = $1", [lost]);
    await fixture.reconcile("reconcile-load-balancers");
    expect(await fixture.applied(gone)).toBeUndefined();
    await fixture.reconcile(APPLY);
    expect((await fixture.applied(lost))?.configuration.listeners.map(({ port }) => port)).toEqual([80]);
    expect(await fixture.balancer(lost)).toMatchObject({ status: "active" });
  });
});

describe("a load balancer's certificate", () => {
  const certificates = ["one.example.com", "two.example.com"].map((host) => selfSignedCertificate(host));
  const [one, two] = certificates.map(({ certificatePem, privateKeyPem }) => certificatePem + privateKeyPem);
  const hashOf = (index: number) =>
    createHash("sha256")
      .update(certificates[index]?.certificatePem ?? "")
      .digest("hex");
  const served = async (id: string) =>
    (await fixture.applied(id))?.configuration.listeners.map(({ certificateSha256 }) => certificateSha256);

  test("is rolled out with each version, and an invalid one leaves the last good one in place", async () => {
    const { id: store_id } = await fixture.send<{ id: string }>("secretStore.create", {}, { name: "certificates" });
    const { id: secret_id } = await fixture.send<{ id: string }>(
      "secret.create",
      { store_id },
      { key: "web", value: one },
    );
    const path = { store_id, secret_id };
    const https = {
      name: "tls",
      protocol: "https",
      port: 443,
      certificate: path,
      rules: [{ redirect: { url: "https://www.example.com/" } }],
    };
    const { load_balancer_id: id } = await fixture.create("tls", { listeners: [https] });
    await fixture.reconcile(APPLY);
    expect(await served(id)).toEqual([hashOf(0)]);
    await fixture.send("secretVersion.create", path, { value: "no certificate" });
    await fixture.reconcile(APPLY);
    expect(await fixture.balancer(id)).toMatchObject({
      status: "error",
      error_message: expect.stringContaining("no certificate in PEM"),
    });
    expect(await served(id)).toEqual([hashOf(0)]);
    await fixture.send("secretVersion.create", path, { value: two });
    await fixture.reconcile(APPLY);
    expect(await fixture.balancer(id)).toMatchObject({ status: "active" });
    expect(await served(id)).toEqual([hashOf(1)]);
    const [{ kept } = { kept: "" }] = await fixture.query<{ kept: string }>(
      "SELECT string_agg(configuration::text, '') AS kept FROM simulated.load_balancer",
    );
    expect(kept).not.toContain("PRIVATE KEY");
  });

  test("that is an additional one is left out while it is invalid, and everything else is applied", async () => {
    const { id: store_id } = await fixture.send<{ id: string }>("secretStore.create", {}, { name: "several" });
    const secret = async (key: string, value: string | undefined) => {
      const { id: secret_id } = await fixture.send<{ id: string }>("secret.create", { store_id }, { key, value });
      return { store_id, secret_id };
    };
    const [own, further] = [await secret("own", one), await secret("further", two)];
    const https = {
      ...{ name: "tls", protocol: "https", port: 443, certificate: own, additional_certificates: [further] },
      rules: [{ redirect: { url: "https://www.example.com/" } }],
    };
    const { load_balancer_id: id } = await fixture.create("several", { listeners: [https] });
    await fixture.reconcile(APPLY);
    const served = async () =>
      (await fixture.applied(id))?.configuration.listeners.map(({ additionalSha256 }) => additionalSha256);
    expect(await served()).toEqual([[hashOf(1)]]);
    await fixture.send("secretVersion.create", further, { value: "no certificate" });
    await fixture.put(id, { listeners: [{ ...https, port: 8443 }] });
    await fixture.reconcile(APPLY);
    expect(await fixture.balancer(id)).toMatchObject({
      ...{ status: "error", pending_changes: true },
      error_message: expect.stringMatching(
        `^The certificate in the secret ${further.secret_id} is left out: .*no certificate in PEM`,
      ),
    });
    expect(await served()).toEqual([[]]);
    expect((await fixture.applied(id))?.configuration.listeners.map(({ port }) => port)).toEqual([8443]);
    await fixture.send("secretVersion.create", further, { value: two });
    await fixture.reconcile(APPLY);
    expect(await fixture.balancer(id)).toMatchObject({ status: "active", pending_changes: false, error_message: null });
    expect(await served()).toEqual([[hashOf(1)]]);
  });
});
