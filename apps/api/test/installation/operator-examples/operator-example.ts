import type { OperatorOperationId } from "@fulmar/contract";
import type { Input, OperatorFixture } from "../operator-fixture.ts";

/** Makes a request that succeeds. */
export type OperatorExample = (fixture: OperatorFixture) => Promise<Input> | Input;

/** Those of some operations. */
export type OperatorExamples = { readonly [Id in OperatorOperationId]?: OperatorExample };
