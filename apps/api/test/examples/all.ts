import { type Operation, type PublicOperationId, publicCatalog } from "@fulmar/contract";
import { alertExamples } from "./alerts.ts";
import { approvalExamples } from "./approvals.ts";
import { auditExamples } from "./audit.ts";
import { billingExamples } from "./billing.ts";
import { blockStorageExamples } from "./block-storage.ts";
import { cdnExamples } from "./cdn.ts";
import { computeExamples } from "./compute.ts";
import { dnsExamples } from "./dns.ts";
import type { Examples } from "./example.ts";
import { type AnyRequest, CHOSEN, type ExampleFixture } from "./example-fixture.ts";
import { loadBalancingExamples } from "./load-balancing.ts";
import { metricsExamples } from "./metrics.ts";
import { networkingExamples } from "./networking.ts";
import { objectStorageExamples } from "./object-storage.ts";
import { recoveryExamples } from "./recovery.ts";
import { resourceExamples } from "./resources.ts";
import { secretStoreExamples } from "./secret-store.ts";
import { tenancyExamples } from "./tenancy.ts";
import { webhookExamples } from "./webhooks.ts";

const examples: Examples = {
  ...computeExamples,
  ...recoveryExamples,
  ...metricsExamples,
  ...objectStorageExamples,
  ...networkingExamples,
  ...loadBalancingExamples,
  ...cdnExamples,
  ...dnsExamples,
  ...secretStoreExamples,
  ...blockStorageExamples,
  ...billingExamples,
  ...approvalExamples,
  ...auditExamples,
  ...tenancyExamples,
  ...alertExamples,
  ...webhookExamples,
  ...resourceExamples,
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
export const eachOperation = operations
  .filter(({ id }) => CHOSEN.length === 0 || CHOSEN.includes(id))
  .map((operation) => [operation.id, operation] as const);

type AnyExample = (fixture: ExampleFixture) => Promise<AnyRequest> | AnyRequest;

/** Arranges a valid request of an operation in the fixture's workspace. */
export async function exampleOf(operation: Operation, fixture: ExampleFixture): Promise<AnyRequest> {
  const [first] = examplesOf(operation);
  return first(fixture);
}

export function examplesOf(operation: Operation): readonly [AnyExample, ...AnyExample[]] {
  const own = (examples as Readonly<Record<string, readonly [AnyExample, ...AnyExample[]]>>)[operation.id];
  return own ?? [(fixture) => usualRequest(operation, fixture)];
}

/**
 * The request of an operation without an example of its own: the documented body under a name that is unique. A list
 * has one row, made by the create of its resource.
 */
async function usualRequest(operation: Operation, fixture: ExampleFixture): Promise<AnyRequest> {
  const create = operations.find(({ id }) => id === operation.id.replace(/\.list$/, ".create"));
  if (operation.list && create !== undefined) await fixture.makeAny(create, await exampleOf(create, fixture));
  const [body] = operation.body.meta()?.examples ?? [];
  if (!isRecord(body)) return {};
  return { body: { ...body, ...(typeof body.name === "string" && { name: `${fixture.name()}-${body.name}` }) } };
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}
