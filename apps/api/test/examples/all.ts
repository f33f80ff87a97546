import { type Operation, type PublicOperationId, publicCatalog } from "@fulmar/contract";
import { auditExamples } from "./audit.ts";
import { billingExamples } from "./billing.ts";
import { blockStorageExamples } from "./block-storage.ts";
import { cdnExamples } from "./cdn.ts";
import { computeExamples } from "./compute.ts";
import type { Examples } from "./example.ts";
import type { AnyRequest, ExampleFixture } from "./example-fixture.ts";
import { loadBalancingExamples } from "./load-balancing.ts";
import { metricsExamples } from "./metrics.ts";
import { networkingExamples } from "./networking.ts";
import { objectStorageExamples } from "./object-storage.ts";
import { recoveryExamples } from "./recovery.ts";
import { secretStoreExamples } from "./secret-store.ts";

const examples: Examples = {
  "token.get": [() => ({})],
  ...computeExamples,
  ...recoveryExamples,
  ...metricsExamples,
  ...objectStorageExamples,
  ...networkingExamples,
  ...loadBalancingExamples,
  ...cdnExamples,
  ...secretStoreExamples,
  ...blockStorageExamples,
  ...billingExamples,
  ...auditExamples,
};

/** Every operation of the public API without its static types, for the generated tests. */
export const operations = publicCatalog as readonly unknown[] as readonly (Operation & {
  readonly id: PublicOperationId;
})[];

/**
 * The time limit of a test that goes through all operations and their examples: some thousand requests on a busy
 * machine.
 */
export const EVERYTHING_MS = 240_000;

/** Every operation after its id, for `test.each`. */
export const eachOperation = operations.map((operation) => [operation.id, operation] as const);

type AnyExample = (fixture: ExampleFixture) => Promise<AnyRequest> | AnyRequest;

/** Arranges a valid request of an operation in the fixture's workspace. @throws Error when the operation has no example */
export async function exampleOf(operation: Operation, fixture: ExampleFixture): Promise<AnyRequest> {
  const [first] = examplesOf(operation);
  if (first === undefined) throw new Error(`${operation.id} has no example: add one below apps/api/test/examples`);
  return first(fixture);
}

export function examplesOf(operation: Operation): readonly AnyExample[] {
  return (examples as Readonly<Record<string, readonly AnyExample[]>>)[operation.id] ?? [];
}
