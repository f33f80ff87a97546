// The metrics of load balancers, from the reports of edges.

import type { LoadBalancerMetrics } from "@fulmar/contract";
import { expect, test } from "vitest";
import { AMSTERDAM, FRANKFURT, networkingFixture, uniqueName } from "../networking/networking-fixture.ts";
import { edgeFixture } from "./edge-fixture.ts";

const network = networkingFixture();
const { agent } = edgeFixture(() => network.api);

/** A load balancer with a listener and two targets, which are never reached. */
async function create() {
  const { vmId: vm_id } = await network.vm();
  const targets = [8080, 8081].map((port) => ({ vm_id, port }));
  const { body } = await network.post("/load-balancers", {
    ...{ name: uniqueName("lb"), site_id: AMSTERDAM },
    configuration: {
      pools: [{ name: "web", protocol: "http", targets }],
      listeners: [{ name: "http", protocol: "http", port: 80, default_pool: "web" }],
    },
  });
  const partsOf = async (kind: string) => (await network.get(`/load-balancers/${body.load_balancer_id}/${kind}`)).body;
  const [[listener], [pool]] = [await partsOf("listeners"), await partsOf("pools")];
  const [one, two] = pool.targets.map(({ target_id }: { target_id: string }) => target_id);
  return { id: body.load_balancer_id, listener: listener.listener_id, one, two } as Balancer;
}
type Balancer = Readonly<Record<"id" | "listener" | "one" | "two", string>>;

/** An edge's counters of a listener: one request in ten failed, and each has 100 bytes. */
const listened = ({ id: loadBalancerId, listener: partId }: Balancer, requests: number) => ({
  ...{ loadBalancerId, part: "listener", partId, requests, bytesReceived: requests * 10, bytesSent: requests * 100 },
  ...{ statuses: { "2xx": requests * 0.9, "3xx": 0, "4xx": 0, "5xx": requests * 0.1 }, errors: 1, responseMs: 0 },
});
const targeted = (balancer: Balancer, requests: number, partId: string, each: number) => ({
  ...listened(balancer, requests),
  ...{ part: "target", partId, errors: 2, responseMs: requests * each },
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
  const [first, second] = [await agent(), await agent()];
  const balancer = await create();
  const { id, listener, one, two } = balancer;
  const counts = [listened(balancer, 100), targeted(balancer, 60, one, 10), targeted(balancer, 40, two, 20)];
  expect((await first.report(batch("a", ...counts))).status).toBe(204);
  await first.report(batch("a", ...counts)); // The answer to the first was lost.
  await second.report(batch("a", listened(balancer, 50)));
  expect(await totals(id)).toEqual({
    ...{ requests: 150, received: 1_500, sent: 15_000, good: 135, bad: 15, errors: 6 },
    response: [14],
  });
  expect(await totals(id, { listener_id: listener })).toMatchObject({ requests: 150, errors: 2, response: [null] });
  expect(await totals(id, { target_id: two })).toMatchObject({ requests: 40, good: 36, errors: 2, response: [20] });
  expect(await totals(id, { target_id: "tgt_3" })).toMatchObject({ requests: 0, response: [] });
  await network.api.database.pool.query("UPDATE load_balancer_metric SET minute = minute - interval '31 days'");
  expect(await totals(id)).toMatchObject({ requests: 0 });
  await network.api.reconcile("forget-load-balancer-metrics");
  expect((await network.api.database.pool.query("SELECT FROM load_balancer_metric")).rowCount).toBe(0);
});

test("an edge counts for the balancers of its own site only", async () => {
  const elsewhere = await agent({ site: FRANKFURT });
  const balancer = await create();
  expect((await elsewhere.report(batch("b", listened(balancer, 10)))).status).toBe(204);
  expect(await totals(balancer.id)).toMatchObject({ requests: 0 });
});

test("an edge counts for parts that the balancer has only", async () => {
  const edge = await agent();
  const [balancer, other] = [await create(), await create()];
  const invented = [
    listened({ ...balancer, listener: "lsn_1" }, 10),
    listened({ ...balancer, listener: other.listener }, 10),
    targeted(balancer, 10, balancer.listener, 1),
    { ...listened(balancer, 10), part: "target" },
  ];
  expect((await edge.report(batch("c", ...invented))).status).toBe(204);
  const { rows } = await network.api.database.pool.query(
    "SELECT part_id FROM load_balancer_metric WHERE load_balancer_id = ANY ($1)",
    [[balancer.id, other.id]],
  );
  expect(rows).toEqual([]);
});

test("the time of answers whose requests came before has no mean", async () => {
  const edge = await agent();
  const balancer = await create();
  const late = { ...targeted(balancer, 0, balancer.one, 0), responseMs: 400 };
  expect((await edge.report(batch("d", late))).status).toBe(204);
  expect(await totals(balancer.id)).toMatchObject({ requests: 0, errors: 2, response: [null] });
});

test("counts that were stored too large are shown as the largest number", async () => {
  const [edge, { id, listener, one, two }] = [await agent(), await create()];
  await network.api.database.pool.query(
    `INSERT INTO load_balancer_metric (workspace_id, load_balancer_id, minute, part_id, part, requests, bytes_received,
                                       bytes_sent,
            status_2xx, status_3xx, status_4xx, status_5xx, errors, response_ms)
     SELECT $1, $2, date_trunc('minute', now()), part_id, part, n, n, n, n, n, n, n, n, n
       FROM (VALUES ($3, 'listener'), ($4, 'target'), ($5, 'target')) AS p (part_id, part),
            (VALUES (9223372036854775807)) AS v (n)`,
    [network.tenant.workspaceId, id, listener, one, two],
  );
  const most = Number.MAX_SAFE_INTEGER;
  const all = { requests: most, received: most, sent: most, good: most, bad: most, errors: most };
  expect(await totals(id)).toMatchObject(all);
  // Whatever is added to them.
  const counts = [listened({ id, listener, one, two }, 100), targeted({ id, listener, one, two }, 100, one, 1)];
  expect((await edge.report(batch("e", ...counts))).status).toBe(204);
  expect(await totals(id, { listener_id: listener })).toMatchObject(all);
});

test("404 for a balancer that is not there, 400 for two parts at once and for a range that is too long", async () => {
  const { id, listener, one } = await create();
  const ask = (balancer: string, query: Readonly<Record<string, string>> = {}) =>
    network.api.request("GET", `/load-balancers/${balancer}/metrics`, { query });
  expect((await ask("lb_01kq3v9d5n8c2r7m4x6t0w1y5z")).status).toBe(404);
  const both = await ask(id, { listener_id: listener, target_id: one });
  expect([both.status, both.body.errors?.[0]?.field]).toEqual([400, "target_id"]);
  const long = await ask(id, { from: "2026-01-01T00:00:00Z", to: "2026-03-01T00:00:00Z" });
  expect([long.status, long.body.errors?.[0]?.field]).toEqual([400, "from"]);
});
