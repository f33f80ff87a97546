import type { PublicOperationId } from "@fulmar/contract";
import type { ExampleRequest, Scene } from "./scene.ts";

/**
 * Arranges what a request of the operation needs, in the scene's workspace, and gives a request that succeeds there.
 */
export type Example<Id extends PublicOperationId> = (scene: Scene) => Promise<ExampleRequest<Id>> | ExampleRequest<Id>;

/**
 * Several examples where one cannot send every field that refers to another resource. Total over the catalog: an
 * operation without an example does not compile.
 */
export type Examples = { readonly [Id in PublicOperationId]: readonly [Example<Id>, ...Example<Id>[]] };
