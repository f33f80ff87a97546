// The metrics of load balancers, from the reports of edges.

import type { LoadBalancerMetrics } from "@fulmar/contract";
import { expect, test } from "vitest";
import { AMSTERDAM, FRANKFURT, networkingFixture, uniqueName } from "../networking/networking-fixture.ts";
import { edgeFixture } from "./edge-fixture.ts";

const network = networkingFixture();
const { agent } = edgeFixture(() => network.api);

const create = async (): Promise<string> =>
  (await network.post("/load-balancers", { name: uniqueName("lb"), site_id: AMSTERDAM })).body.load_balancer_id;

/** What an edge counted of a listener: one request in ten failed, and each has 100 bytes. */
const listened = (loadBalancerId: string, requests: number, partId = "lsn_1") => ({
  ...{ loadBalancerId, part: "listener", partId, requests, bytesReceived: requests * 10, bytesSent: requests * 100 },
  ...{ statuses: { "2xx": requests * 0.9, "3xx": 0, "4xx": 0, "5xx": requests * 0.1 }, errors: 1, responseMs: 0 },
});
const targeted = (loadBalancerId: string, requests: number, partId: string, each: number) => ({
  ...listened(loadBalancerId, requests, partId),
  ...{ part: "target", errors: 2, responseMs: requests * each },
});
const batch = (id: string, ...loadBalancers: readonly object[]) => ({
  usage: { id, distributions: [], loadBalancers },
});

async function totals(id: string, query: Readonly<Record<string, string>> = {}) {
  const { status, body } = await network.api.request("GET", `/load-balancers/${id}/metrics`, { query });
  expect(status).toBe(200);
  const { points } = body as LoadBalancerMetrics;
  const sum = (field: "requests" | "bytes_received" | "bytes_sent" | "status_2xx" | "status_5xx" | "errors") =>
    points.reduce((total, point) => total + point[field], 0);
  return {
    ...{ requests: sum("requests"), received: sum("bytes_received"), sent: sum("bytes_sent") },
    ...{ good: sum("status_2xx"), bad: sum("status_5xx"), errors: sum("errors") },
    response: [...new Set(points.map(({ response_ms }) => response_ms))],
  };
}

test("what edges count is a balancer's metrics, added up over edges and batches, whole and by part", async () => {
  const [one, two] = [await agent(), await agent()];
  const id = await create();
  const counts = [listened(id, 100), targeted(id, 60, "tgt_1", 10), targeted(id, 40, "tgt_2", 20)];
  expect((await one.report(batch("a", ...counts))).status).toBe(204);
  await one.report(batch("a", ...counts)); // The answer to the first was lost.
  await two.report(batch("a", listened(id, 50)));
  expect(await totals(id)).toEqual({
    ...{ requests: 150, received: 1_500, sent: 15_000, good: 135, bad: 15, errors: 6 },
    response: [14],
  });
  expect(await totals(id, { listener_id: "lsn_1" })).toMatchObject({ requests: 150, errors: 2, response: [null] });
  expect(await totals(id, { target_id: "tgt_2" })).toMatchObject({ requests: 40, good: 36, errors: 2, response: [20] });
  expect(await totals(id, { target_id: "tgt_3" })).toMatchObject({ requests: 0, response: [] });
  await network.api.database.pool.query("UPDATE load_balancer_metric SET minute = minute - interval '31 days'");
  expect(await totals(id)).toMatchObject({ requests: 0 });
  await network.api.reconcile("forget-load-balancer-metrics");
  expect((await network.api.database.pool.query("SELECT FROM load_balancer_metric")).rowCount).toBe(0);
});

test("an edge counts for the balancers of its own site only", async () => {
  const elsewhere = await agent({ site: FRANKFURT });
  const id = await create();
  expect((await elsewhere.report(batch("b", listened(id, 10)))).status).toBe(204);
  expect(await totals(id)).toMatchObject({ requests: 0 });
});

test("404 for a balancer that is not there, 400 for two parts at once and for a range that is too long", async () => {
  const id = await create();
  const ask = (balancer: string, query: Readonly<Record<string, string>> = {}) =>
    network.api.request("GET", `/load-balancers/${balancer}/metrics`, { query });
  expect((await ask("lb_01kq3v9d5n8c2r7m4x6t0w1y5z")).status).toBe(404);
  const both = await ask(id, { listener_id: "lsn_1", target_id: "tgt_1" });
  expect([both.status, both.body.errors?.[0]?.field]).toEqual([400, "target_id"]);
  const long = await ask(id, { from: "2026-01-01T00:00:00Z", to: "2026-03-01T00:00:00Z" });
  expect([long.status, long.body.errors?.[0]?.field]).toEqual([400, "from"]);
});
