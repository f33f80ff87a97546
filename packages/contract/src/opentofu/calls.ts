import { z } from "zod";
import { findOperation, type ProgramOperationId } from "../catalog.ts";
import type { Operation } from "../declaration/operation.ts";
import type { Attribute, Call, Read, SentField } from "./description.ts";
import type { ResourceExceptions } from "./exceptions.ts";
import { type Field, fieldsOf } from "./fields.ts";

/** The operation of programs with this id, or undefined. */
export function operationOf(id: string): Operation | undefined {
  const operation = findOperation(id);
  return operation === undefined || operation.audience === "console" ? undefined : operation;
}

/** The operation of programs with this id. */
export function operationNamed(id: ProgramOperationId): Operation {
  const operation = operationOf(id);
  if (operation === undefined) throw new Error(`no operation ${id} for programs`);
  return operation;
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
  const sent = fieldsOf(operation.body, "input").flatMap(({ name: field, type, required, nullable }): SentField[] => {
    const attribute = body[field];
    if (attribute === undefined) return [];
    const json = type.type === "json";
    return [
      { field, attribute, ...(nullable && { nullable, ...(required && { always: required }) }), ...(json && { json }) },
    ];
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

/** What names a resource in its paths: the parameters before its own, and its own. "" if it has none. */
interface Place {
  readonly parents: readonly string[];
  readonly idParam: string;
}

/** Where the calls of a resource take what they send: parents and fields by their names, its own parameter as `id`. */
export function sourcesOf(
  attributes: readonly Attribute[],
  body: readonly Field[],
  { parents, idParam }: Place,
  exceptions: ResourceExceptions = {},
): Sources {
  return {
    params: { ...Object.fromEntries(parents.map((name) => [name, name])), [idParam]: "id" },
    body: Object.fromEntries(body.map(({ name }) => [name, attributeName(name, exceptions)])),
    writeOnly: attributes.filter(({ write_only }) => write_only !== undefined).map(({ name }) => name),
  };
}

/** The names of the fields that an operation is sent. */
export function bodyNames({ body }: Operation): string[] {
  return Object.keys(body.shape);
}

/** The attribute of a field of the body. */
export function attributeName(field: string, { renamed, writeOnly }: ResourceExceptions): string {
  return renamed?.[field] ?? (writeOnly?.includes(field) ? `${field}_wo` : field);
}

/** The first part of an operation's id as the provider names it: `cloud_vm` of `cloudVm`. */
export function snake(group: string): string {
  return group.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** The same for people: `Bucket quota`. */
export function inWords(group: string): string {
  const words = snake(group).replaceAll("_", " ").replace(/^cdn/, "CDN");
  return words.replace(/^./, (letter) => letter.toUpperCase());
}
