import { type Operation, type PublicOperationId, publicCatalog } from "@fulmar/contract";
import { auditExamples } from "./audit.ts";
import { billingExamples } from "./billing.ts";
import { blockStorageExamples } from "./block-storage.ts";
import { cdnExamples } from "./cdn.ts";
import { computeExamples } from "./compute.ts";
import type { Examples } from "./example.ts";
import { loadBalancingExamples } from "./load-balancing.ts";
import { metricsExamples } from "./metrics.ts";
import { networkingExamples } from "./networking.ts";
import { objectStorageExamples } from "./object-storage.ts";
import { recoveryExamples } from "./recovery.ts";
import type { AnyRequest, Scene } from "./scene.ts";
import { secretStoreExamples } from "./secret-store.ts";
import { tokenExamples } from "./token.ts";

const examples: Examples = {
  ...tokenExamples,
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

/** Every operation of the public API, its types forgotten: what the generated tests go through. */
export const operations = publicCatalog as readonly unknown[] as readonly (Operation & {
  readonly id: PublicOperationId;
})[];

/**
 * How long one test may take that goes through all operations and what their examples need: some thousand requests, on
 * a machine that is busy.
 */
export const EVERYTHING_MS = 240_000;

/** Every operation beside its id, as `test.each` wants it. */
export const eachOperation = operations.map((operation) => [operation.id, operation] as const);

type AnyExample = (scene: Scene) => Promise<AnyRequest> | AnyRequest;

/**
 * A valid request of an operation, arranged in the scene. Throws where the catalog holds an operation without an
 * example.
 */
export async function exampleOf(operation: Operation, scene: Scene): Promise<AnyRequest> {
  const [first] = examplesOf(operation);
  if (first === undefined) throw new Error(`${operation.id} has no example: add one below apps/api/test/examples`);
  return first(scene);
}

export function examplesOf(operation: Operation): readonly AnyExample[] {
  return (examples as Readonly<Record<string, readonly AnyExample[]>>)[operation.id] ?? [];
}
