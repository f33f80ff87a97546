import { recordStatements } from "@fulmar/testkit";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Api, startApi } from "../api-fixture.ts";
import { expectError } from "../expect-error.ts";
import { planOf } from "../query-plan.ts";
import { makeMetricDays, minute, range, readAt } from "./metric-days.ts";

let api: Api;
beforeAll(async () => {
  api = await startApi();
  await makeMetricDays(api);
});
afterAll(() => api.close());

async function newVolume(): Promise<string> {
  const { body } = await api.request("POST", "/block-storage/volumes", {
    body: { name: `volume ${Math.random().toString(36).slice(2)}`, size_gb: 10, site_id: "site-ams-1" },
  });
  return body.volume_id;
}

interface Sample {
  readonly nth: number;
  /**
   * Counts bytes read; twice as many are written, in a hundredth as many operations. Null where they are not counted.
   */
  readonly counter: number | null;
  readonly used?: number | null;
}

/** Writes samples like the worker. */
async function measured(volume_id: string, samples: readonly Sample[]): Promise<void> {
  await api.database.prisma.volumeMetric.createMany({
    data: samples.map(({ nth, counter, used = 40 }) => ({
      ...{ workspace_id: BigInt(api.tenant.workspaceId), volume_id, minute: minute(nth), read_at: readAt(nth) },
      ...{ read_bytes: counter, write_bytes: counter === null ? null : 2 * counter },
      ...{ read_operations: counter === null ? null : counter / 100, write_operations: null },
      used_percent: used,
    })),
  });
}

const metrics = (volumeId: string, query: Record<string, string>, as = {}) =>
  api.request("GET", `/block-storage/volumes/${volumeId}/metrics`, { query, ...as });

test("rates are computed between samples, starting with the last one before the range, and fill is a mean", async () => {
  const volume_id = await newVolume();
  await measured(volume_id, [
    { nth: 0, counter: 1_000, used: 10 },
    { nth: 1, counter: 7_000, used: 20 },
    { nth: 2, counter: 7_000, used: 30 },
    { nth: 3, counter: 19_000, used: 40 },
  ]);
  const { status, body } = await metrics(volume_id, range(1, 4, 60));
  expect(status).toBe(200);
  const writes = { write_operations_per_second: null };
  expect(body).toEqual({
    ...{ volume_id, from: minute(1), to: minute(4), step_seconds: 60 },
    points: [
      {
        ...{ at: minute(1), read_bytes_per_second: 100, write_bytes_per_second: 200, read_operations_per_second: 1 },
        ...{ ...writes, used_percent: 20 },
      },
      {
        ...{ at: minute(2), read_bytes_per_second: 0, write_bytes_per_second: 0, read_operations_per_second: 0 },
        ...{ ...writes, used_percent: 30 },
      },
      {
        ...{ at: minute(3), read_bytes_per_second: 200, write_bytes_per_second: 400, read_operations_per_second: 2 },
        ...{ ...writes, used_percent: 40 },
      },
    ],
  });
  const whole = await metrics(volume_id, range(0, 4, 240));
  expect(whole.body.points).toMatchObject([{ read_bytes_per_second: 100, used_percent: 25 }]);
});

test("a value is null where the site does not know it, and a reset counter counts from zero", async () => {
  const volume_id = await newVolume();
  await measured(volume_id, [
    { nth: 0, counter: 90_000, used: null },
    { nth: 1, counter: 600, used: null },
    { nth: 2, counter: null, used: 50 },
    { nth: 3, counter: 6_000, used: 50 },
  ]);
  const { body } = await metrics(volume_id, range(0, 4, 60));
  expect(body.points).toMatchObject([
    { read_bytes_per_second: null, used_percent: null },
    { read_bytes_per_second: 10, used_percent: null },
    { read_bytes_per_second: null, used_percent: 50 },
    { read_bytes_per_second: null, used_percent: 50 },
  ]);
});

describe("refusals", () => {
  test("404 for an absent volume, or one of another workspace", async () => {
    const volume_id = await newVolume();
    expectError(await metrics("vol_none", {}), 404, "not_found");
    const { token, workspaceId } = await api.createTenant();
    expectError(await metrics(volume_id, {}, { token, workspaceId }), 404, "not_found");
  });

  test("400 for a range that ends before it begins", async () => {
    expectError(await metrics(await newVolume(), range(5, 4)), 400, "invalid_request");
  });
});

test("takes one statement, which reads only the volume's rows of the range by index", async () => {
  const volume_id = await newVolume();
  await measured(
    volume_id,
    Array.from({ length: 60 }, (_, nth) => ({ nth, counter: nth * 600 })),
  );
  await api.database.pool.query(
    `INSERT INTO volume_metric SELECT $1, 'vol_beside_' || volume, at, at, 1, 1, 1, 1, 1
       FROM generate_series(1, 100) AS a (volume),
            generate_series(date_trunc('day', now(), 'UTC') - interval '1 day',
                            date_trunc('hour', now(), 'UTC') + interval '55 minutes', interval '5 minutes') AS b (at)`,
    [api.tenant.workspaceId],
  );
  await api.database.pool.query("ANALYZE volume_metric");
  const { result, statements } = await recordStatements(api.served)(() => metrics(volume_id, range(0, 60, 300)));
  expect(result.body.points).toHaveLength(12);
  const own = statements.filter(({ name }) => name !== "door_token");
  expect(own).toHaveLength(1);
  for (const statement of own)
    for (const node of await planOf(api.served, statement))
      if (String(node["Relation Name"] ?? "").startsWith("day_")) {
        expect(node["Node Type"]).not.toBe("Seq Scan");
        expect(node["Actual Rows"] * node["Actual Loops"]).toBeLessThanOrEqual(60);
      }
});
