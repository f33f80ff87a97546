import type { Operation, OperationId } from "@fulmar/contract";
import type { Query } from "@fulmar/prisma";
import type { Workspace } from "./caller.ts";
import type { FirstQuestion, Handler, RequestContext } from "./context.ts";

/** What every operation of the catalog does, and what some of them ask first. */
export interface Registered {
  readonly handlers: { readonly [Id in OperationId]: Handler<Id> };
  readonly firstQuestions: { readonly [Id in OperationId]?: FirstQuestion<Id> };
}

/** Handlers are typed one by one in the registry; here, where the operation is any of them, that type is forgotten. */
type AnyHandler = (context: RequestContext, input: Record<string, unknown>) => Promise<unknown>;
export function handlerOf({ handlers }: Registered, operation: Operation): AnyHandler {
  return (handlers as unknown as Record<string, AnyHandler>)[operation.id] as AnyHandler;
}

type AnyQuestion = (workspace: Workspace, input: Record<string, unknown>) => Query;
export function firstQuestionOf({ firstQuestions }: Registered, operation: Operation): AnyQuestion | undefined {
  return (firstQuestions as unknown as Record<string, AnyQuestion | undefined>)[operation.id];
}
