import { type FieldError, fieldErrorsOf, type Operation } from "@fulmar/contract";
import type { z } from "zod";
import { DomainError } from "./domain-error.ts";

/** The three places that input comes from, still unchecked. */
export interface InputParts {
  readonly params: unknown;
  readonly query: unknown;
  readonly body: unknown;
}

/**
 * Parses path, query and body strictly, each by its own schema, and joins them: their names never collide.
 * @throws DomainError 400 that names every field at fault, in all three places
 */
export function parseInput(operation: Operation, parts: InputParts): Record<string, unknown> {
  const errors: FieldError[] = nullCharacters(parts.params, "").concat(nullCharacters(parts.query, ""), nullCharacters(parts.body, ""));
  if (errors.length > 0) throw invalidRequest(errors);
  const input: Record<string, unknown> = {};
  for (const [schema, value] of [
    [operation.params, parts.params],
    [operation.query, parts.query],
    [operation.body, parts.body ?? {}],
  ] as const) {
    const result = schema.safeParse(value);
    if (result.success) Object.assign(input, result.data);
    else errors.push(...fieldErrorsOf(result.error));
  }
  if (errors.length > 0) throw invalidRequest(errors);
  return input;
}

/** Splits the flat input of a procedure call into the places its operation declares; what is declared nowhere goes to the body, which refuses it. */
export function splitInput(operation: Operation, flat: Readonly<Record<string, unknown>>): InputParts {
  const parts = { params: {} as Record<string, unknown>, query: {} as Record<string, unknown>, body: {} as Record<string, unknown> };
  for (const [name, value] of Object.entries(flat)) {
    const place = Object.hasOwn(operation.params.shape, name) ? "params" : Object.hasOwn(operation.query.shape, name) ? "query" : "body";
    parts[place][name] = value;
  }
  return parts;
}

/**
 * Parses input that has one place, as a form's has.
 * @throws DomainError 400 that names every field at fault
 */
export function parseBy<Schema extends z.ZodType>(schema: Schema, input: unknown): z.output<Schema> {
  const result = schema.safeParse(input);
  if (result.success) return result.data;
  throw invalidRequest(fieldErrorsOf(result.error));
}

export function invalidRequest(errors: readonly FieldError[]): DomainError {
  const [first] = errors;
  const more = errors.length > 1 ? ` (and ${errors.length - 1} more)` : "";
  const detail =
    first === undefined ? "The request is not valid." : `The request is not valid: ${first.field === "" ? "the body" : first.field} ${first.message}${more}.`;
  return new DomainError("invalid_request", detail, { errors });
}

/** PostgreSQL holds no null characters in text: they are refused here for every field at once. */
function nullCharacters(value: unknown, path: string): FieldError[] {
  if (typeof value === "string") return value.includes("\0") ? [{ field: path, message: "must not contain a null character" }] : [];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, item]) => {
    const field = path === "" ? name : `${path}.${name}`;
    return name.includes("\0") ? [{ field: path, message: "must not have a name with a null character" }] : nullCharacters(item, field);
  });
}
