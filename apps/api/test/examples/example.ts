import type { OperationById, PublicOperationId } from "@fulmar/contract";
import type { ExampleFixture, ExampleRequest } from "./example-fixture.ts";

/** Arranges a request of the operation in the fixture's workspace that succeeds. */
export type Example<Id extends PublicOperationId> = (
  fixture: ExampleFixture,
) => Promise<ExampleRequest<Id>> | ExampleRequest<Id>;

type ExamplesOf<Id extends PublicOperationId> = readonly [Example<Id>, ...Example<Id>[]];

/** The operations without path parameters. */
type Unparametrized = {
  [Id in PublicOperationId]: keyof OperationById<Id>["params"]["shape"] extends never ? Id : never;
}[PublicOperationId];

/**
 * One or more examples per operation: several where one cannot send every field that refers to another resource. An
 * operation with path parameters does not compile without an example. Any other has the usual one, unless one of its
 * own is stated here.
 */
export type Examples = {
  readonly [Id in Exclude<PublicOperationId, Unparametrized>]: ExamplesOf<Id>;
} & { readonly [Id in Unparametrized]?: ExamplesOf<Id> };
