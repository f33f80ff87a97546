import type { Operation } from "@fulmar/contract";
import type { Query } from "@fulmar/prisma";
import { firstQuestions, handlers } from "../handlers.ts";
import type { Workspace } from "./caller.ts";
import type { RequestContext } from "./context.ts";
import type { PersonContext } from "./person-work.ts";

/** Handlers are typed one by one in the registry; here, where the operation is any of them, that type is forgotten. */
type AnyHandler = (context: RequestContext, input: Record<string, unknown>) => Promise<unknown>;
export function handlerOf(operation: Operation): AnyHandler {
  return (handlers as unknown as Record<string, AnyHandler>)[operation.id] as AnyHandler;
}

type AnyPersonHandler = (context: PersonContext, input: Record<string, unknown>) => Promise<unknown>;
export function personHandlerOf(operation: Operation): AnyPersonHandler {
  return (handlers as unknown as Record<string, AnyPersonHandler>)[operation.id] as AnyPersonHandler;
}

type AnyQuestion = (workspace: Workspace, input: Record<string, unknown>) => Query;
export function firstQuestionOf(operation: Operation): AnyQuestion | undefined {
  return (firstQuestions as unknown as Record<string, AnyQuestion | undefined>)[operation.id];
}
