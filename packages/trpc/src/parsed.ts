import { parseBy } from "@fulmar/core";
import type { z } from "zod";

/** What tRPC derives a procedure's input types from. */
interface Parser<Input, Output> {
  readonly _input: Input;
  readonly _output: Output;
  parse(input: unknown): Output;
}

/**
 * A procedure's input by a schema of the contract, refused in the domain's words.
 * The cast adds the two members that exist for the compiler only.
 */
export function parsed<Schema extends z.ZodType>(schema: Schema): Parser<z.input<Schema>, z.output<Schema>> {
  return { parse: (input: unknown) => parseBy(schema, input) } as Parser<z.input<Schema>, z.output<Schema>>;
}
