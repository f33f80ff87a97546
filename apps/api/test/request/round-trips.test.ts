import type { Operation } from "@fulmar/contract";
import { recordStatements } from "@fulmar/testkit";
import { afterAll, beforeAll, expect, test } from "vitest";
import { EVERYTHING_MS, exampleOf, operations } from "../examples/all.ts";
import { ARRANGING_MS, type ArrangedApi, startArrangedApi } from "../examples/arranged-examples.ts";
import { type AnyRequest, ExampleFixture } from "../examples/example-fixture.ts";
import { type OperationTrips, roundTripsTable } from "./round-trips-table.ts";

let api: ArrangedApi;
beforeAll(async () => {
  api = await startArrangedApi();
}, ARRANGING_MS);
afterAll(() => api.close());

/**
 * A read takes the door and one or two statements. A create takes the door, BEGIN with the key and its query, and all
 * writes with COMMIT.
 */
const MOST_FOR_A_READ = 3;
const MOST_FOR: Readonly<Partial<Record<string, number>>> = { "cloudVm.create": 3 };

/** The first signed URL of a workspace makes the key by which it is signed, and the arranged workspaces have keys. */
const FIRST = "cdnUrl.generate";

async function arranged(operation: Operation): Promise<readonly [ExampleFixture, AnyRequest]> {
  if (operation.id !== FIRST) return [api.own, api.own.request(operation)];
  const fixture = new ExampleFixture(api, await api.createTenant());
  return [fixture, await exampleOf(operation, fixture)];
}

/**
 * An additional round trip in a hot path is a regression that no other test detects. docs/round-trips.md has the
 * current numbers and statements. `npm run generate` rewrites it.
 */
test("every operation takes the round trips in docs/round-trips.md, reads and VM creates at most three", {
  timeout: EVERYTHING_MS,
}, async () => {
  const record = recordStatements(api.served);
  const trips: OperationTrips[] = [];
  const tooMany: string[] = [];
  for (const operation of operations) {
    const [fixture, request] = await arranged(operation);
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
