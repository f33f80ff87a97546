import type { OperationById, PublicOperationId } from "@fulmar/contract";
import type { z } from "zod";
import type { Scene } from "./scene.ts";

type Part<Name extends string, Schema extends z.ZodType> =
  Record<never, never> extends z.input<Schema>
    ? { readonly [Key in Name]?: z.input<Schema> }
    : { readonly [Key in Name]: z.input<Schema> };

/** A valid request of one operation, in the three places that input comes from. */
export type ExampleRequest<Id extends PublicOperationId> = Part<"params", OperationById<Id>["params"]> &
  Part<"query", OperationById<Id>["query"]> &
  Part<"body", OperationById<Id>["body"]>;

/**
 * Arranges what a request of the operation needs, in the scene's workspace, and gives a request that succeeds there.
 */
export type Example<Id extends PublicOperationId> = (scene: Scene) => Promise<ExampleRequest<Id>> | ExampleRequest<Id>;

/**
 * Several examples where one cannot send every field that refers to another resource. Total over the catalog: an
 * operation without an example does not compile.
 */
export type Examples = { readonly [Id in PublicOperationId]: readonly [Example<Id>, ...Example<Id>[]] };
