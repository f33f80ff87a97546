// The report of an edge may add no more than its line carries, and nothing that an answer cannot show. The edge
// of a stolen credential tells whatever it likes.

import { setEdgeLineRate } from "@fulmar/core/operator";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Api, startApi } from "../api-fixture.ts";
import { cdnOf } from "../cdn/cdn-fixture.ts";
import { edgeFixture } from "./edge-fixture.ts";

let api: Api;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());
const cdn = cdnOf(() => api);
const { agent, send } = edgeFixture(() => api);
type Agent = Awaited<ReturnType<typeof agent>>;

const GBIT = 1e9 / 8;
const carried = (seconds: number) => 100 * GBIT * seconds;
const NONE = { "2xx": 0, "3xx": 0, "4xx": 0, "5xx": 0 };

let batches = 0;
const usage = (...distributions: readonly object[]) => ({ usage: { id: `batch-${++batches}`, distributions } });
const sent = (distributionId: string, bytes: number) => usage({ distributionId, bytes });

/** As if the edge had last reported that much earlier. */
const laterBy = ({ name }: Agent, interval: string) =>
  api.database.pool.query(
    `UPDATE edge
        SET seen_at = seen_at - $2::interval, enrolled_at = enrolled_at - $2::interval,
            line_from = line_from - $2::interval,
            line_next_from = line_next_from - $2::interval, line_used_until = line_used_until - $2::interval
            WHERE name = $1`,
    [name, interval],
  );

async function counted(id: string): Promise<number> {
  const { rows } = await api.database.pool.query(
    "SELECT coalesce(sum(bytes), 0)::float8 AS bytes FROM transfer WHERE resource_id = $1",
    [id],
  );
  return rows[0].bytes;
}

async function points(id: string) {
  const { status, body } = await api.request("GET", cdn.at(id, "/metrics"));
  expect(status).toBe(200);
  return body.points;
}

test("an edge that tells of more than its line carries is refused, and the operator learns of it", async () => {
  const edge = await agent({ servesCdn: true });
  const { id } = await cdn.distribution();
  expect((await edge.report(sent(id, 1_000))).status).toBe(204);
  for (const bytes of [carried(600), 1e15, Number.MAX_SAFE_INTEGER]) {
    const refused = await edge.report(sent(id, bytes));
    expect(refused).toMatchObject({
      status: 400,
      body: { errors: [{ field: "usage", message: expect.stringContaining("a line of 100 Gbit/s") }] },
    });
  }
  expect(await counted(id)).toBe(1_000);
  expect(await points(id)).toMatchObject([{ bytes_sent: 1_000 }]);
  expect(await api.metrics.text()).toContain(
    `fulmar_edge_refused_reports_total{edge="${edge.name}",site="site-ams-1"} 3`,
  );
});

test.each([
  ["requests", { requests: 1e15 }],
  ["hits of the cache", { cacheHits: 1e15 }],
  ["answers", { statuses: { ...NONE, "5xx": 1e15 } }],
])("too many %s are refused as bytes are", async (_, counts) => {
  const edge = await agent({ servesCdn: true });
  const { id } = await cdn.distribution();
  expect((await edge.report(usage({ distributionId: id, bytes: 0, ...counts }))).status).toBe(400);
  expect(await points(id)).toEqual([]);
});

test.each([
  ["sent", { part: "listener", bytesSent: 1e15 }],
  ["received", { part: "listener", bytesReceived: 1e15 }],
  ["sent by a target", { part: "target", bytesSent: 1e15 }],
  ["received by a target", { part: "target", bytesReceived: 1e15 }],
  ["requests of a target", { part: "target", requests: 1e15 }],
  ["answers of a target", { part: "target", statuses: { ...NONE, "2xx": 1e15 } }],
  ["errors", { part: "listener", errors: 1e15 }],
])("a load balancer's %s are bounded, too", async (_, counts) => {
  const edge = await agent();
  const idle = {
    loadBalancerId: "lb_1",
    partId: "lsn_1",
    requests: 0,
    bytesReceived: 0,
    bytesSent: 0,
    statuses: NONE,
    errors: 0,
  };
  const loadBalancers = [{ ...idle, responseMs: 0, ...counts }];
  const { status } = await edge.report({ usage: { id: `batch-${++batches}`, distributions: [], loadBalancers } });
  expect(status).toBe(400);
});

test("the rows of a report and those of reports in a row count together", async () => {
  const edge = await agent({ servesCdn: true });
  const { id } = await cdn.distribution();
  await laterBy(edge, "60 s");
  const third = { distributionId: id, bytes: carried(21) };
  expect((await edge.report(usage(third, third, third))).status).toBe(400);
  for (const expected of [204, 204, 400, 400]) expect((await edge.report(usage(third))).status).toBe(expected);
  expect(await counted(id)).toBe(carried(42));
});

test("what an honest edge counted while the API was away is taken, in several batches", async () => {
  const edge = await agent({ servesCdn: true });
  const { id } = await cdn.distribution();
  await edge.report({});
  await laterBy(edge, "10 min");
  await edge.report(sent(id, carried(1)));
  await laterBy(edge, "1 h");
  for (let part = 0; part < 3; part++) expect((await edge.report(sent(id, carried(1_190)))).status).toBe(204);
  expect((await edge.report(sent(id, carried(200)))).status).toBe(400);
  expect(await counted(id)).toBe(carried(1 + 3 * 1_190));
});

test("what a line did not carry is not counted later", async () => {
  const edge = await agent({ servesCdn: true });
  const { id } = await cdn.distribution();
  // It reports for an hour, and visitors ask for nothing.
  for (let minute = 0; minute < 60; minute++) {
    expect((await edge.report({})).status).toBe(204);
    await laterBy(edge, "61 s");
  }
  expect((await edge.report(sent(id, carried(200)))).status).toBe(400);
  expect((await edge.report(sent(id, carried(60)))).status).toBe(204);
});

test("a refused batch is taken as soon as the line could have carried it, or the operator says that it does", async () => {
  const edge = await agent({ servesCdn: true });
  const { id } = await cdn.distribution();
  await edge.report({});
  const batch = sent(id, carried(300));
  expect((await edge.report(batch)).status).toBe(400);
  await laterBy(edge, "5 min");
  for (let again = 0; again < 2; again++) expect((await edge.report(batch)).status).toBe(204);
  expect(await counted(id)).toBe(carried(300));
  await laterBy(edge, "2 min");
  const faster = sent(id, carried(1_000));
  expect((await edge.report(faster)).status).toBe(400);
  await setEdgeLineRate(api.database, { edgeId: edge.edgeId, lineGbits: 1_000 });
  expect((await edge.report(faster)).status).toBe(204);
});

test("sums stay within the largest number that an answer has, and are added to for ever", async () => {
  const edge = await agent({ servesCdn: true });
  const { id } = await cdn.distribution();
  await setEdgeLineRate(api.database, { edgeId: edge.edgeId, lineGbits: 100_000 });
  await edge.report({});
  await laterBy(edge, "10 days");
  const most = Number.MAX_SAFE_INTEGER;
  const row = { distributionId: id, bytes: most, requests: most, cacheHits: most, statuses: { ...NONE, "2xx": most } };
  for (let time = 0; time < 2; time++) expect((await edge.report(usage(row, row))).status).toBe(204);
  expect(await counted(id)).toBe(most);
  expect(await points(id)).toMatchObject([
    { bytes_sent: most, requests: most, cache_hits: most, status_2xx: most, status_3xx: 0 },
  ]);
});

test("metrics that were stored too large are shown as the largest number", async () => {
  const { id } = await cdn.distribution();
  await api.database.pool.query(
    `INSERT INTO cdn_metric (workspace_id, distribution_id, minute, requests, cache_hits, bytes_sent, status_2xx,
                             status_3xx, status_4xx, status_5xx)
     SELECT $1, $2, date_trunc('minute', now()) - ago * interval '1 minute', n, n, n, n, n, n, n
       FROM (VALUES (9223372036854775807)) AS v (n), generate_series(0, 3) AS ago`,
    [api.tenant.workspaceId, id],
  );
  const most = Number.MAX_SAFE_INTEGER;
  const { status, body } = await api.request("GET", cdn.at(id, "/metrics"), { query: { step: "3600" } });
  expect(status).toBe(200);
  for (const { at, ...counts } of body.points) expect(new Set(Object.values(counts))).toEqual(new Set([most]));
});

const DISTRIBUTION = { distributionId: "cdn_1", bytes: 1, requests: 1, cacheHits: 0, statuses: NONE };
const BALANCER = {
  loadBalancerId: "lb_1",
  part: "listener",
  partId: "lsn_1",
  requests: 0,
  bytesReceived: 0,
  bytesSent: 0,
  statuses: NONE,
  errors: 0,
  responseMs: 0,
};
const FAILURE = { kind: "distribution", id: "cdn_1", revision: 1, message: "no" };
const TARGET = { targetId: "tgt_1", status: "online", reason: null };

/** No counter, text or kind can be one of these; `null` is how JSON writes NaN. */
const WRONG_COUNTS = [-1, 0.5, null, "7", 2 ** 63, 1e300, [1], true] as const;
const WRONG_TEXTS = ["\u0000", "\ud800", "x".repeat(3_000), 7, null] as const;
const wrong: readonly (readonly [field: string, report: object])[] = [
  ...WRONG_COUNTS.flatMap((value): [string, object][] => [
    ["applied", { applied: value }],
    ...["bytes", "requests", "cacheHits"].map((name): [string, object] => [
      `usage.distributions.0.${name}`,
      usage({ ...DISTRIBUTION, [name]: value }),
    ]),
    ["usage.distributions.0.statuses.2xx", usage({ ...DISTRIBUTION, statuses: { ...NONE, "2xx": value } })],
    ...["requests", "bytesReceived", "bytesSent", "errors", "responseMs"].map((name): [string, object] => [
      `usage.loadBalancers.0.${name}`,
      { usage: { id: "x", distributions: [], loadBalancers: [{ ...BALANCER, [name]: value }] } },
    ]),
    [
      "usage.loadBalancers.0.statuses.5xx",
      { usage: { id: "x", distributions: [], loadBalancers: [{ ...BALANCER, statuses: { ...NONE, "5xx": value } }] } },
    ],
  ]),
  ...[0.5, null, "7", 2 ** 31, -(2 ** 31) - 1, 2 ** 63].map((value): [string, object] => [
    "failures.0.revision",
    { failures: [{ ...FAILURE, revision: value }] },
  ]),
  ...WRONG_TEXTS.flatMap((value): [string, object][] => [
    ["usage.id", { usage: { id: value, distributions: [] } }],
    ["usage.distributions.0.distributionId", usage({ ...DISTRIBUTION, distributionId: value })],
    [
      "usage.loadBalancers.0.partId",
      { usage: { id: "x", distributions: [], loadBalancers: [{ ...BALANCER, partId: value }] } },
    ],
    [
      "usage.loadBalancers.0.loadBalancerId",
      { usage: { id: "x", distributions: [], loadBalancers: [{ ...BALANCER, loadBalancerId: value }] } },
    ],
    [
      "usage.loadBalancers.0.part",
      { usage: { id: "x", distributions: [], loadBalancers: [{ ...BALANCER, part: value }] } },
    ],
    ["failures.0.message", { failures: [{ ...FAILURE, message: value }] }],
    ["failures.0.kind", { failures: [{ ...FAILURE, kind: value }] }],
    ["failures.0.id", { failures: [{ ...FAILURE, id: value }] }],
    ["health.0.loadBalancerId", { health: [{ loadBalancerId: value, targets: [] }] }],
    [
      "health.0.targets.0.targetId",
      { health: [{ loadBalancerId: "lb_1", targets: [{ ...TARGET, targetId: value }] }] },
    ],
    ["health.0.targets.0.status", { health: [{ loadBalancerId: "lb_1", targets: [{ ...TARGET, status: value }] }] }],
    ["servers.0", { servers: [value] }],
    ["kinds.0", { kinds: [value] }],
  ]),
  ["usage", { usage: [] }],
  ["usage.distributions", { usage: { id: "x", distributions: {} } }],
  ["health", { health: null }],
];

test(`${wrong.length} reports that are none are 400 and name their field`, async () => {
  const edge = await agent({ servesCdn: true });
  for (const [field, report] of wrong) {
    const answer = await send("/edge/v1/reports", { ...(await emptyReport()), ...report }, edge.credential);
    const named = answer.body?.errors?.map((error: { field: string }) => error.field);
    expect([answer.status, named], JSON.stringify(report)).toEqual([400, [field]]);
  }
});

const emptyReport = async () => ({ applied: 0, failures: [], health: [], servers: [], kinds: [], usage: null });

test("what an edge tells of things that it does not serve changes nothing", async () => {
  const edge = await agent();
  const { id } = await cdn.distribution();
  const [unknown, foreign] = ["cdn_01kq3v9d5n8c2r7m4x6t0w1y5z", id];
  const told = [
    usage(
      { ...DISTRIBUTION, distributionId: unknown },
      { ...DISTRIBUTION, distributionId: foreign },
      { ...DISTRIBUTION, distributionId: "" },
    ),
    {
      usage: { id: "none", distributions: [], loadBalancers: [BALANCER, { ...BALANCER, loadBalancerId: "__proto__" }] },
    },
    { failures: [FAILURE, { ...FAILURE, id: foreign }, { ...FAILURE, kind: "certificate", id: "www.example.com" }] },
    { health: [{ loadBalancerId: "lb_1", targets: [TARGET, TARGET, { ...TARGET, targetId: "__proto__" }] }] },
    { applied: Number.MAX_SAFE_INTEGER, kinds: ["distribution", "purge", "certificate"] },
  ];
  for (const report of told) expect((await edge.report(report)).status, JSON.stringify(report)).toBe(204);
  expect(await counted(id)).toBe(0);
  expect(await points(id)).toEqual([]);
  const { rows } = await api.database.pool.query(
    `SELECT f.id FROM edge_failure f JOIN edge e USING (edge_id) WHERE e.name = $1 UNION ALL
       SELECT load_balancer_id FROM edge_health JOIN edge e USING (edge_id) WHERE e.name = $1`,
    [edge.name],
  );
  expect(rows).toEqual([]);
});
