import type { CdnPurge } from "@fulmar/contract";
import { ProviderError } from "@fulmar/providers";
import { expect, test } from "vitest";
import { refusalOf } from "../compute-fixture.ts";
import { cdnFixture } from "./cdn-fixture.ts";

const fixture = cdnFixture();
const run = () => fixture.reconcile("run-purges");
const request = (distribution_id: string, body: object) =>
  fixture.send<CdnPurge>("cdnPurge.create", { distribution_id }, { ...body });
const purge = ({ distribution_id, purge_id }: CdnPurge) =>
  fixture.send<CdnPurge>("cdnPurge.get", { distribution_id, purge_id });

async function active(name: string): Promise<string> {
  const { id } = await fixture.create(name);
  await fixture.reconcile("deploy-distributions");
  return id;
}

/** The calls that the edge got, oldest first. */
const calls = (distributionId: string) =>
  fixture.query<{ paths: string[]; everything: boolean }>(
    "SELECT paths, everything FROM simulated.edge_purge WHERE distribution_id = $1 ORDER BY number",
    [distributionId],
  );

function failingEdge(retryable: boolean) {
  const { cdn } = fixture.world.services;
  const fail = () => Promise.reject(new ProviderError("edge_unavailable", "The edge does not answer.", { retryable }));
  return { cdn: { ...cdn, edge: { ...cdn.edge, purge: fail } } };
}

test("a worker carries out a purge", async () => {
  const id = await active("purged");
  const queued = await request(id, { paths: ["/b/*", "/a.html", "/a.html"] });
  expect(queued).toMatchObject({ status: "queued", paths: ["/b/*", "/a.html"], completed_at: null });
  await run();
  expect(await purge(queued)).toEqual({ ...queued, status: "succeeded", completed_at: expect.any(String) });
  expect(await calls(id)).toEqual([{ paths: ["/a.html", "/b/*"], everything: false }]);
});

test("queued purges of a distribution reach the edge as one call and get their own results", async () => {
  const [one, two] = [await active("together"), await active("apart")];
  const paths = await Promise.all(["/a", "/b", "/a"].map((path) => request(one, { paths: [path] })));
  const other = await request(two, { everything: true });
  await run();
  expect(await calls(one)).toEqual([{ paths: ["/a", "/b"], everything: false }]);
  expect(await calls(two)).toEqual([{ paths: [], everything: true }]);
  for (const queued of [...paths, other]) expect(await purge(queued)).toMatchObject({ status: "succeeded" });
  await request(one, { paths: ["/c"] });
  await request(one, { everything: true });
  await run();
  expect(await calls(one)).toEqual([
    { paths: ["/a", "/b"], everything: false },
    { paths: [], everything: true },
  ]);
});

test("more than a thousand paths become a purge of everything", async () => {
  const id = await active("many");
  for (let batch = 0; batch < 11; batch++)
    await request(id, { paths: Array.from({ length: 100 }, (_, index) => `/${batch}/${index}`) });
  await run();
  expect(await calls(id)).toEqual([{ paths: [], everything: true }]);
});

test("a purge waits for its distribution to be deployed, and fails when that fails", async () => {
  const { id } = await fixture.create("waiting");
  const { id: failing } = await fixture.create("fail-at-deploy--purged");
  const [queued, doomed] = [await request(id, { everything: true }), await request(failing, { everything: true })];
  await run();
  expect(await purge(queued)).toMatchObject({ status: "queued" });
  await fixture.reconcile("deploy-distributions");
  await fixture.passTime();
  await run();
  expect(await purge(queued)).toMatchObject({ status: "succeeded" });
  expect(await purge(doomed)).toMatchObject({
    status: "failed",
    error: "The distribution could not be deployed.",
    completed_at: expect.any(String),
  });
  expect(await refusalOf(request(failing, { everything: true }))).toMatchObject({
    status: 409,
    code: "distribution_failed",
  });
});

test("a purge is retried while the edge is down and finally fails", async () => {
  const id = await active("down");
  const queued = await request(id, { paths: ["/a"] });
  for (let attempt = 1; attempt < 8; attempt++) {
    await fixture.reconcile("run-purges", failingEdge(true));
    expect(await purge(queued)).toMatchObject({ status: "running", error: null });
    await fixture.passTime();
  }
  await fixture.reconcile("run-purges", failingEdge(true));
  expect(await purge(queued)).toMatchObject({ status: "failed", error: "The edge does not answer." });
});

test("a purge interrupted by a crash is carried out by the next worker", async () => {
  const id = await active("crashed");
  const queued = await request(id, { paths: ["/a"] });
  await fixture.query("UPDATE cdn_purge SET status = 'running' WHERE purge_id = $1", [queued.purge_id]);
  await run();
  expect(await purge(queued)).toMatchObject({ status: "succeeded" });
});

test("a purge fails for a name with fail-at-purge and waits for a busy provider", async () => {
  const failing = await request(await active("fail-at-purge"), { everything: true });
  await run();
  expect(await purge(failing)).toMatchObject({ status: "failed", error: expect.stringContaining("purge") });
  const { id } = await fixture.create("slow-600--x");
  await fixture.reconcile("deploy-distributions");
  await fixture.passTime();
  await fixture.reconcile("deploy-distributions");
  const slow = await request(id, { everything: true });
  await run();
  expect(await purge(slow)).toMatchObject({ status: "running" });
  await fixture.passTime();
  await run();
  expect(await purge(slow)).toMatchObject({ status: "succeeded" });
});

test("purges are deleted 30 days after completion, or with their distribution", async () => {
  const id = await active("old");
  const [old, fresh] = [await request(id, { paths: ["/old"] }), await request(id, { paths: ["/fresh"] })];
  await run();
  const complete = (queued: CdnPurge, days: number) =>
    fixture.query("UPDATE cdn_purge SET completed_at = now() - $2 * interval '1 day' WHERE purge_id = $1", [
      queued.purge_id,
      days,
    ]);
  await complete(old, 30.1);
  await complete(fresh, 29.9);
  await fixture.reconcile("forget-purges");
  expect(await fixture.send("cdnPurge.list", { distribution_id: id })).toMatchObject([{ purge_id: fresh.purge_id }]);
  await fixture.send("cdnDistribution.delete", { distribution_id: id });
  expect(await refusalOf(purge(fresh))).toMatchObject({ status: 404 });
});
