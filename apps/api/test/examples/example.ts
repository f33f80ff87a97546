import type { PublicOperationId } from "@fulmar/contract";
import type { ExampleFixture, ExampleRequest } from "./example-fixture.ts";

/** Arranges a request of the operation in the fixture's workspace that succeeds. */
export type Example<Id extends PublicOperationId> = (
  fixture: ExampleFixture,
) => Promise<ExampleRequest<Id>> | ExampleRequest<Id>;

/**
 * One or more examples per operation: several where one cannot send every field that refers to another resource. An
 * operation without an example does not compile.
 */
export type Examples = { readonly [Id in PublicOperationId]: readonly [Example<Id>, ...Example<Id>[]] };
