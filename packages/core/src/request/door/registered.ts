import type { Operation, OperationId } from "@fulmar/contract";
import type { Query } from "@fulmar/prisma";
import type { Workspace } from "../caller.ts";
import type { Handler, RequestContext } from "../context.ts";
import type { InstallationContext } from "../installation-context.ts";
import type { PersonContext } from "../person-context.ts";

/** The handlers of all operations of the catalog. */
export type Handlers = { readonly [Id in OperationId]: Handler<Id> };

/** Handlers are typed one by one in the registry. This type covers any operation, so it drops that detail. */
type AnyHandle = (
  context: RequestContext,
  input: Record<string, unknown>,
  rows: readonly unknown[],
) => Promise<unknown>;

interface AnyHandler {
  readonly question?: (workspace: Workspace, input: Record<string, unknown>, boundHours: number) => Query;
  readonly handle: AnyHandle;
}

export function handlerOf(handlers: Handlers, operation: Operation): AnyHandler {
  const handler = (handlers as unknown as Record<string, AnyHandle | AnyHandler>)[operation.id] as
    | AnyHandle
    | AnyHandler;
  return typeof handler === "function" ? { handle: handler } : handler;
}

type AnyPersonHandler = (context: PersonContext, input: Record<string, unknown>) => Promise<unknown>;

/** The handler of an operation that does not concern a workspace. It has no question to send with BEGIN. */
export function personHandlerOf(handlers: Handlers, operation: Operation): AnyPersonHandler {
  return (handlers as unknown as Record<string, AnyPersonHandler>)[operation.id] as AnyPersonHandler;
}

type AnyInstallationHandler = (context: InstallationContext, input: Record<string, unknown>) => Promise<unknown>;

/** The handler of an operation on the installation. */
export function installationHandlerOf(handlers: Handlers, operation: Operation): AnyInstallationHandler {
  return (handlers as unknown as Record<string, AnyInstallationHandler>)[operation.id] as AnyInstallationHandler;
}
