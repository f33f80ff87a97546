import type { z } from "zod";
import { computeOperations } from "./compute/operations.ts";
import type { Operation } from "./kernel/operation.ts";
import type { Page } from "./kernel/page.ts";

/** Every operation of the public API, in the order in which the documentation shows them. */
export const catalog = [...computeOperations] as const;

type Catalog = (typeof catalog)[number];
export type OperationId = Catalog["id"];
export type OperationById<Id extends OperationId> = Extract<Catalog, { id: Id }>;

/** What a caller sends: path, query and body as one object. The names never collide. */
export type OperationInput<O extends Operation> = z.input<O["params"]> & z.input<O["query"]> & z.input<O["body"]>;
/** What a handler receives: the same, parsed, with defaults filled in. */
export type ParsedInput<O extends Operation> = z.output<O["params"]> & z.output<O["query"]> & z.output<O["body"]>;
/** What a handler returns and a caller gets. */
export type OperationOutput<O extends Operation> = O["list"] extends true
  ? Page<z.output<O["output"]> extends readonly (infer Item)[] ? Item : never>
  : z.output<O["output"]>;

const byId = new Map<string, Operation>(catalog.map((operation) => [operation.id, operation as unknown as Operation]));
if (byId.size !== catalog.length) throw new Error("two operations have one id");

/** The declaration of an operation. The catalog is total over its ids, so there is always one. */
export function operationById<Id extends OperationId>(id: Id): OperationById<Id> {
  const found = byId.get(id);
  if (found === undefined) throw new Error(`no operation "${id}"`);
  return found as unknown as OperationById<Id>;
}
