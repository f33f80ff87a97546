import { runReconcilers } from "@fulmar/engine";
import { silent } from "@fulmar/engine/testing";
import { ProviderError } from "@fulmar/providers";
import { describe, expect, test } from "vitest";
import { reconcilers } from "../../src/worker.ts";
import { refusalOf } from "../compute-fixture.ts";
import { cdnFixture } from "./cdn-fixture.ts";

const fixture = cdnFixture();
const patch = (distribution_id: string, body: object) =>
  fixture.send("cdnDistribution.update", { distribution_id }, { ...body });

/** An edge that always fails with this error. */
function failingEdge(error: () => Error) {
  const { cdn } = fixture.world.services;
  const fail = async () => {
    throw error();
  };
  return { cdn: { ...cdn, edge: { ...cdn.edge, deploy: fail } } };
}
const down = () => new ProviderError("edge_unavailable", "The edge does not answer.", { retryable: true });

describe("a new distribution", () => {
  test("is deploying until the edge has it", async () => {
    const { id, status, default_domain } = await fixture.create("new");
    expect(status).toBe("deploying");
    expect(await fixture.deployment(id)).toMatchObject({
      status: "deploying",
      pending_changes: true,
      deployed_at: null,
      next_attempt_at: expect.any(String),
    });
    await fixture.reconcile("deploy-distributions");
    expect(await fixture.distribution(id)).toMatchObject({ status: "active", updated_at: null });
    expect(await fixture.deployment(id)).toMatchObject({
      pending_changes: false,
      deployed_at: expect.any(String),
      next_attempt_at: null,
      error_code: null,
    });
    expect(await fixture.atEdge(id)).toMatchObject({
      revision: 1,
      configuration: {
        enabled: true,
        hosts: [default_domain],
        cachePolicy: "static-assets",
        origin: { type: "custom", url: "https://origin.example.com/files" },
        website: { indexDocument: "index.html", errorDocument: null, spa: false, redirects: [], headers: [] },
      },
    });
  });

  test("is deployed by a running worker without a request", async () => {
    const { id } = await fixture.create("by-a-worker");
    const { database, services } = fixture.world;
    const runner = runReconcilers({ database, reconcilers, services, logger: silent });
    await expect.poll(() => fixture.distribution(id)).toMatchObject({ status: "active" });
    await runner.stop();
  });

  test("fails with a reason when the provider refuses it, and leaves nothing at the edge", async () => {
    const { id } = await fixture.create("fail-at-deploy--x");
    await fixture.reconcile("deploy-distributions");
    expect(await fixture.distribution(id)).toMatchObject({ status: "failed" });
    expect(await fixture.deployment(id)).toMatchObject({
      status: "failed",
      failed_attempts: 1,
      next_attempt_at: null,
      error_code: "simulated_failure",
      error_message: expect.stringContaining("deploy"),
    });
    expect(
      await fixture.query("SELECT action FROM audit_event WHERE resource_id = $1 AND actor_type = 'system'", [id]),
    ).toEqual([{ action: "cdnDistribution.failed" }]);
    expect(await fixture.atEdge(id)).toBeUndefined();
    expect(await patch(id, { cache_policy: "media", enabled: false })).toMatchObject({ status: "failed" });
    await fixture.reconcile("deploy-distributions");
    expect(await fixture.atEdge(id)).toBeUndefined();
    expect(
      await refusalOf(
        fixture.send("cdnCustomDomain.create", { distribution_id: id }, { domain: "failed.example.com" }),
      ),
    ).toMatchObject({
      code: "distribution_failed",
    });
    expect(await fixture.send("cdnDistribution.delete", { distribution_id: id })).toEqual({ status: "deleted", id });
  });

  test("is retried while the edge is down and fails after ten attempts", async () => {
    const { id } = await fixture.create("patient");
    for (let attempt = 1; attempt < 10; attempt++) {
      await fixture.reconcile("deploy-distributions", failingEdge(down));
      expect(await fixture.deployment(id)).toMatchObject({
        status: "deploying",
        failed_attempts: attempt,
        error_code: "edge_unavailable",
      });
      await fixture.passTime();
    }
    await fixture.reconcile("deploy-distributions", failingEdge(down));
    expect(await fixture.deployment(id)).toMatchObject({
      status: "failed",
      failed_attempts: 10,
      error_message: "The edge does not answer.",
    });
  });

  test("waits for a busy provider", async () => {
    const { id } = await fixture.create("slow-60000");
    await fixture.reconcile("deploy-distributions");
    expect(await fixture.distribution(id)).toMatchObject({ status: "deploying" });
    await patch(id, { cache_policy: "media" });
    await fixture.reconcile("deploy-distributions");
    expect(await fixture.distribution(id)).toMatchObject({ status: "deploying" });
    await fixture.passTime();
    await fixture.reconcile("deploy-distributions");
    expect(await fixture.distribution(id)).toMatchObject({ status: "active" });
    expect(await fixture.atEdge(id)).toMatchObject({ configuration: { cachePolicy: "media" } });
  });

  test("becomes disabled when it was disabled during its deployment", async () => {
    const { id } = await fixture.create("switched-off");
    expect(await patch(id, { enabled: false })).toMatchObject({ status: "deploying", enabled: false });
    await fixture.reconcile("deploy-distributions");
    expect(await fixture.distribution(id)).toMatchObject({ status: "disabled" });
    expect(await fixture.atEdge(id)).toMatchObject({ configuration: { enabled: false } });
  });
});

describe("a deployed distribution", () => {
  test("has pending changes until the edge has them, except for its name", async () => {
    const { id } = await fixture.create("changing");
    await fixture.reconcile("deploy-distributions");
    await patch(id, { name: "renamed" });
    expect(await fixture.deployment(id)).toMatchObject({ pending_changes: false });
    expect(await patch(id, { enabled: false, cache_policy: "no-cache" })).toMatchObject({ status: "disabled" });
    expect(await fixture.deployment(id)).toMatchObject({ status: "disabled", pending_changes: true });
    await fixture.reconcile("deploy-distributions");
    expect(await fixture.deployment(id)).toMatchObject({ pending_changes: false });
    expect(await fixture.atEdge(id)).toMatchObject({
      revision: 2,
      configuration: { enabled: false, cachePolicy: "no-cache" },
    });
    expect(await patch(id, { enabled: true })).toMatchObject({ status: "active" });
  });

  test("keeps its old configuration when a change fails, and gets the change later", async () => {
    const { id } = await fixture.create("resilient");
    await fixture.reconcile("deploy-distributions");
    await patch(id, { cache_policy: "short" });
    const refused = () => new ProviderError("edge_refused", "The edge refuses this.", { retryable: false });
    await fixture.reconcile("deploy-distributions", failingEdge(refused));
    expect(await fixture.deployment(id)).toMatchObject({
      status: "active",
      pending_changes: true,
      error_code: "edge_refused",
      next_attempt_at: expect.any(String),
    });
    expect(await fixture.atEdge(id)).toMatchObject({ configuration: { cachePolicy: "static-assets" } });
    await fixture.passTime();
    await fixture.reconcile("deploy-distributions");
    expect(await fixture.deployment(id)).toMatchObject({
      pending_changes: false,
      error_code: null,
      error_message: null,
      failed_attempts: 0,
    });
    expect(await fixture.atEdge(id)).toMatchObject({ configuration: { cachePolicy: "short" } });
  });

  test("is deployed again when it changes during a deployment", async () => {
    const { id } = await fixture.create("overtaken");
    const { cdn } = fixture.world.services;
    let overtaken = false;
    const deploy: typeof cdn.edge.deploy = async (...call) => {
      if (call[0] === id && !overtaken) {
        overtaken = true;
        await patch(id, { cache_policy: "media" });
      }
      await cdn.edge.deploy(...call);
    };
    await fixture.reconcile("deploy-distributions", { cdn: { ...cdn, edge: { ...cdn.edge, deploy } } });
    expect(await fixture.atEdge(id)).toMatchObject({ revision: 2, configuration: { cachePolicy: "media" } });
    expect(await fixture.deployment(id)).toMatchObject({ status: "active", pending_changes: false });
  });

  test("is deployed at once when it changes during a failing deployment", async () => {
    const { id } = await fixture.create("mended");
    await fixture.reconcile("deploy-distributions");
    await patch(id, { cache_policy: "short" });
    const { cdn } = fixture.world.services;
    let refused = false;
    const deploy: typeof cdn.edge.deploy = async (...call) => {
      if (call[0] !== id || refused) return cdn.edge.deploy(...call);
      refused = true;
      await patch(id, { cache_policy: "media" });
      throw new ProviderError("edge_refused", "The edge refuses this.", { retryable: false });
    };
    await fixture.reconcile("deploy-distributions", { cdn: { ...cdn, edge: { ...cdn.edge, deploy } } });
    expect(await fixture.deployment(id)).toMatchObject({ pending_changes: false, error_code: null });
    expect(await fixture.atEdge(id)).toMatchObject({ configuration: { cachePolicy: "media" } });
  });

  test("never returns to an older revision, even through a late worker", async () => {
    const { id } = await fixture.create("fenced");
    const { edge } = fixture.world.services.cdn;
    await patch(id, { cache_policy: "media" });
    await fixture.reconcile("deploy-distributions");
    const { configuration } = (await fixture.atEdge(id)) ?? {};
    await edge.deploy(
      id,
      { ...(configuration as Parameters<typeof edge.deploy>[1]), revision: 1, cachePolicy: "short" },
      new AbortController().signal,
    );
    expect(await fixture.atEdge(id)).toMatchObject({ revision: 2, configuration: { cachePolicy: "media" } });
  });

  test("is removed from the edge after its delete, even when a late worker redeploys it", async () => {
    const kept = await fixture.create("kept");
    const { id } = await fixture.create("deleted");
    await fixture.reconcile("deploy-distributions");
    const edge = await fixture.atEdge(id);
    expect(edge).toBeDefined();
    await fixture.send("cdnDistribution.delete", { distribution_id: id });
    expect(await refusalOf(fixture.deployment(id))).toMatchObject({ status: 404 });
    for (let round = 1; round <= 2; round++) {
      await fixture.reconcile("reconcile-edge");
      expect(await fixture.atEdge(id)).toBeUndefined();
      expect(await fixture.atEdge(kept.id)).toBeDefined();
      // A worker that had read the distribution before it was deleted creates it again.
      if (round === 1)
        await fixture.query("INSERT INTO simulated.edge_distribution VALUES ($1, 1, $2)", [id, edge?.configuration]);
    }
  });

  test("is retried when it cannot be removed, and does not block the removal of others", async () => {
    const [stuck, other] = [await fixture.create("stuck"), await fixture.create("other")];
    await fixture.reconcile("deploy-distributions");
    for (const { id } of [stuck, other]) await fixture.send("cdnDistribution.delete", { distribution_id: id });
    const { cdn } = fixture.world.services;
    const remove: typeof cdn.edge.remove = async (...call) => {
      if (call[0] === stuck.id) throw down();
      await cdn.edge.remove(...call);
    };
    await expect(
      fixture.reconcile("reconcile-edge", { cdn: { ...cdn, edge: { ...cdn.edge, remove } } }),
    ).rejects.toThrow(AggregateError);
    expect([await fixture.atEdge(stuck.id), await fixture.atEdge(other.id)]).toEqual([expect.anything(), undefined]);
    await fixture.reconcile("reconcile-edge");
    expect(await fixture.atEdge(stuck.id)).toBeUndefined();
  });

  test("is deployed again when the edge has lost it", async () => {
    const { id } = await fixture.create("lost");
    await fixture.reconcile("deploy-distributions");
    await fixture.query("DELETE FROM simulated.edge_distribution WHERE distribution_id = $1", [id]);
    await fixture.reconcile("reconcile-edge");
    await fixture.reconcile("deploy-distributions");
    expect(await fixture.atEdge(id)).toMatchObject({ revision: 1 });
  });
});

test("a bug in one distribution's deployment does not block the others", async () => {
  const broken = await fixture.create("broken");
  const { id } = await fixture.create("beside-it");
  const { cdn } = fixture.world.services;
  const deploy: typeof cdn.edge.deploy = async (...call) => {
    if (call[0] === broken.id) throw new TypeError("a mistake");
    await cdn.edge.deploy(...call);
  };
  await expect(
    fixture.reconcile("deploy-distributions", { cdn: { ...cdn, edge: { ...cdn.edge, deploy } } }),
  ).rejects.toThrow(AggregateError);
  expect(await fixture.distribution(id)).toMatchObject({ status: "active" });
  await fixture.reconcile("deploy-distributions");
  expect(await fixture.distribution(broken.id)).toMatchObject({ status: "active" });
});
