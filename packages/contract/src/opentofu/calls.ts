import { z } from "zod";
import { operationById, type PublicOperationId, publicCatalog } from "../catalog.ts";
import type { Operation } from "../declaration/operation.ts";
import type { Call, Read, SentField } from "./description.ts";
import { fieldsOf } from "./fields.ts";

const operations = new Map<string, Operation>(
  publicCatalog.map((operation) => [operation.id, operation as unknown as Operation]),
);

/** The public operation with this id, or undefined. */
export function operationOf(id: string): Operation | undefined {
  return operations.get(id);
}

/** The public operation with this id. */
export function operationNamed(id: PublicOperationId): Operation {
  return operationById(id) as unknown as Operation;
}

/** The names of a path's parameters, in its order. */
export function paramsOf({ path }: Operation): string[] {
  return [...path.matchAll(/\{([a-z_]+)\}/g)].map(([, name = ""]) => name);
}

/** The attributes that a call takes its parameters and the fields of its body from, by their names there. */
export interface Sources {
  readonly params: Readonly<Record<string, string>>;
  /** Fields that are not here are not sent. */
  readonly body: Readonly<Record<string, string>>;
  /** Attributes that are never stored. A body with one of them is sent whole. */
  readonly writeOnly?: readonly string[];
}

/** How an operation is called. */
export function callOf(operation: Operation, { params, body, writeOnly = [] }: Sources): Call {
  const sent = fieldsOf(operation.body, "input").flatMap(({ name: field, nullable }): SentField[] => {
    const attribute = body[field];
    return attribute === undefined ? [] : [{ field, attribute, ...(nullable && { nullable }) }];
  });
  const isWhole = operation.method === "PUT" || sent.some(({ attribute }) => writeOnly.includes(attribute));
  return {
    operation: operation.id,
    method: operation.method,
    path: operation.path,
    params: paramsOf(operation).map((field) => {
      const attribute = params[field];
      if (attribute === undefined) throw new Error(`${operation.id}: no attribute gives the parameter ${field}`);
      return { field, attribute };
    }),
    ...(sent.length > 0 && { body: sent }),
    ...(isWhole && { whole: true }),
    ...(operation.success === 202 && { accepted: true }),
    ...(operation.idempotency !== "none" && { key: true }),
  };
}

/** How a record is read. @param list where in the answer it is found, and by which field */
export function readOf(operation: Operation, sources: Sources, list?: Read["list"]): Read {
  return {
    ...callOf(operation, sources),
    ...(list !== undefined && { list }),
    ...("wait" in operation.query.shape && { held: true }),
  };
}

/** The schema of a list's items. */
export function itemOf({ id, output }: Operation): z.ZodType {
  if (!(output instanceof z.ZodArray) || !(output.element instanceof z.ZodType))
    throw new Error(`${id} answers no list`);
  return output.element;
}
