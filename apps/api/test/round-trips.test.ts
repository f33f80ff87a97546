import { afterAll, beforeAll, expect, test } from "vitest";
import { type Api, startApi } from "./api-fixture.ts";
import { exampleOf, operations } from "./examples/all.ts";
import { Scene } from "./examples/scene.ts";
import { recordStatements } from "./recorded-statements.ts";

let api: Api;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

/** A read is the door and its own statement, or two; a create the door, BEGIN, the key, its own, the audit row and COMMIT. */
const MOST_FOR_A_READ = 3;
const MOST_FOR_A_VM_CREATE = 8;

/**
 * Statements are round trips: one more in a hot path is a regression that no other test shows. What the numbers
 * should be now is written beside this file; `vitest run test/round-trips.test.ts -u` writes them anew.
 */
test("every operation takes the round trips that are written down, and reads and VM creates few", async () => {
  const record = recordStatements(api.database);
  const counts: Record<string, number> = {};
  const tooMany: string[] = [];
  for (const operation of operations) {
    const scene = new Scene(api, api.tenant);
    const request = await exampleOf(operation, scene);
    const { result, statements } = await record(() => scene.send(operation, request));
    expect(result.status, operation.id).toBe(operation.success);
    counts[operation.id] = statements.length;
    const most = operation.id === "cloudVm.create" ? MOST_FOR_A_VM_CREATE : operation.safe ? MOST_FOR_A_READ : Number.POSITIVE_INFINITY;
    if (statements.length > most) tooMany.push(`${operation.id}: ${statements.map(({ text }) => text).join("\n  ")}`);
  }
  expect(tooMany).toEqual([]);
  await expect(`${JSON.stringify(counts, null, 2)}\n`).toMatchFileSnapshot("round-trips.json");
});
