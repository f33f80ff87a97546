// The kernel of the projection. tRPC's types describe hand-written routers, but this router is computed from the
// catalog. The casts below state what the mapped types above them prove: each id becomes one procedure with its own
// types.
import {
  type ChangePlan,
  catalog,
  type Operation,
  type OperationById,
  type OperationId,
  type OperationInput,
  type OperationOutput,
} from "@fulmar/contract";
import type { Core } from "@fulmar/core";
import type { TRPCBuiltRouter, TRPCMutationProcedure, TRPCQueryProcedure } from "@trpc/server";
import type { RequestContext } from "./context.ts";
import { procedure, trpc } from "./trpc.ts";

/**
 * The client's input: one object, with the workspace if the operation concerns one, or no input if that object would be
 * empty.
 */
type FlatInput<O extends Operation> = O["subject"] extends "workspace"
  ? OperationInput<O> & { workspace_id: string }
  : unknown extends OperationInput<O>
    ? // biome-ignore lint/suspicious/noConfusingVoidType: tRPC's type for a procedure without input
      void
    : OperationInput<O>;

type Definition<Id extends OperationId> = {
  meta: unknown;
  input: FlatInput<OperationById<Id>>;
  output: OperationOutput<OperationById<Id>>;
};
type ProcedureOf<Id extends OperationId> = OperationById<Id>["method"] extends "GET"
  ? TRPCQueryProcedure<Definition<Id>>
  : TRPCMutationProcedure<Definition<Id>>;

type Resource<Id extends string> = Id extends `${infer Name}.${string}` ? Name : never;
type Verb<Id extends string, Name extends string> = Id extends `${Name}.${infer Rest}` ? Rest : never;
type Projected = { [Name in Resource<OperationId>]: { [Id in OperationId as Verb<Id, Name>]: ProcedureOf<Id> } };
/** Every operation that changes something, answered with what it would do (docs/adr/0076). */
type PlanDefinition<Id extends OperationId> = {
  meta: unknown;
  input: FlatInput<OperationById<Id>>;
  output: ChangePlan;
};
type ChangeId = { [Id in OperationId]: OperationById<Id>["method"] extends "GET" ? never : Id }[OperationId];
type Planned = {
  [Name in Resource<ChangeId>]: { [Id in ChangeId as Verb<Id, Name>]: TRPCMutationProcedure<PlanDefinition<Id>> };
};
type Root = (typeof trpc)["_config"]["$types"];

/** Passes the input on unchanged: core parses it strictly, as it does for REST. */
function flatInput(input: unknown): Readonly<Record<string, unknown>> {
  return typeof input === "object" && input !== null ? (input as Readonly<Record<string, unknown>>) : {};
}

/**
 * Projects every operation of the catalog to a procedure: `cloudVm.list` becomes `router.cloudVm.list`. GETs are
 * queries, all others are mutations.
 */
export function projectCatalog(core: Pick<Core, "execute">): TRPCBuiltRouter<Root, Projected> {
  const resources: Record<string, Record<string, unknown>> = {};
  for (const { id } of catalog) {
    const [resource, verb, more] = id.split(".");
    if (resource === undefined || verb === undefined || more !== undefined)
      throw new Error(`the id "${id}" is not of the form resource.verb`);
    resources[resource] = { ...resources[resource], [verb]: procedureOf(core, id) };
  }
  return trpc.router(resources as never) as unknown as TRPCBuiltRouter<Root, Projected>;
}

/** Projects each operation that changes something to a procedure that answers what it would do. */
export function projectPlans(core: Pick<Core, "executePlan">): TRPCBuiltRouter<Root, Planned> {
  const resources: Record<string, Record<string, unknown>> = {};
  for (const { id, method } of catalog) {
    const [resource = "", verb = ""] = id.split(".");
    if (method !== "GET") resources[resource] = { ...resources[resource], [verb]: planOf(core, id) };
  }
  return trpc.router(resources as never) as unknown as TRPCBuiltRouter<Root, Planned>;
}

function planOf(core: Pick<Core, "executePlan">, id: OperationId) {
  return procedure.input(flatInput).mutation(async ({ ctx, input }): Promise<unknown> => {
    const { credentials, ...envelope } = ctx;
    return JSON.parse((await core.executePlan(id, credentials, input, envelope)).body);
  });
}

function procedureOf(core: Pick<Core, "execute">, id: OperationId) {
  const operation = catalog.find((candidate) => candidate.id === id) as unknown as Operation;
  const base = procedure.input(flatInput);
  const resolve = async ({
    ctx,
    input,
  }: {
    ctx: RequestContext;
    input: Readonly<Record<string, unknown>>;
  }): Promise<unknown> => {
    const { credentials, ...envelope } = ctx;
    const answer = await core.execute(id, credentials, input, envelope);
    const value: unknown = JSON.parse(answer.body);
    return operation.list ? { items: value, nextCursor: answer.nextCursor } : value;
  };
  return operation.method === "GET" ? base.query(resolve) : base.mutation(resolve);
}
