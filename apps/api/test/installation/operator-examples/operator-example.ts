import type { OperatorOperationId } from "@fulmar/contract";
import type { OperatorFixture } from "../operator-fixture.ts";

export type Input = Readonly<Record<string, unknown>>;

/** Makes a request that succeeds. */
export type OperatorExample = (fixture: OperatorFixture) => Promise<Input> | Input;

/** Those of some operations. */
export type OperatorExamples = { readonly [Id in OperatorOperationId]?: OperatorExample };
