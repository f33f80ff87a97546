import { recordStatements } from "@fulmar/testkit";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Api, startApi } from "../api-fixture.ts";
import { EVERYTHING_MS, exampleOf, operations } from "../examples/all.ts";
import { ExampleFixture } from "../examples/example-fixture.ts";
import { type OperationTrips, roundTripsTable } from "./round-trips-table.ts";

let api: Api;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

/**
 * A read takes the door and one or two statements. A create takes the door, BEGIN with the key and its query, and all
 * writes with COMMIT.
 */
const MOST_FOR_A_READ = 3;
const MOST_FOR: Readonly<Partial<Record<string, number>>> = { "cloudVm.create": 3 };

/**
 * An additional round trip in a hot path is a regression that no other test detects. docs/round-trips.md has the current
 * numbers and statements. `vitest run apps/api/test/request/round-trips.test.ts -u` rewrites it.
 */
test("every operation takes the round trips in docs/round-trips.md, reads and VM creates at most three", {
  timeout: EVERYTHING_MS,
}, async () => {
  const record = recordStatements(api.served);
  const trips: OperationTrips[] = [];
  const tooMany: string[] = [];
  for (const operation of operations) {
    const fixture = new ExampleFixture(api, api.tenant);
    const request = await exampleOf(operation, fixture);
    const { result, statements } = await record(() => fixture.send(operation, request));
    expect(result.status, operation.id).toBe(operation.success);
    const count = statements.filter(({ joined }) => !joined).length;
    trips.push({ operation, statements });
    const most = MOST_FOR[operation.id] ?? (operation.safe ? MOST_FOR_A_READ : Number.POSITIVE_INFINITY);
    if (count > most) tooMany.push(`${operation.id}: ${statements.map(({ text }) => text).join("\n  ")}`);
  }
  expect(tooMany).toEqual([]);
  await expect(roundTripsTable(trips)).toMatchFileSnapshot("../../../../docs/round-trips.md");
});
