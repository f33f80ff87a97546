import { type FieldError, fieldErrorsOf, type Operation } from "@fulmar/contract";
import type { z } from "zod";
import { DomainError } from "./domain-error.ts";

/** The three parts of the unparsed input. */
export interface InputParts {
  readonly params: unknown;
  readonly query: unknown;
  readonly body: unknown;
}

/**
 * Parses path, query and body strictly, each by its own schema, and merges them. Their names never collide.
 * @throws DomainError 400 that names every invalid field of all three parts
 */
export function parseInput(operation: Operation, parts: InputParts): Record<string, unknown> {
  let errors: FieldError[] = [
    ...unstorable(parts.params, "", 0),
    ...ofRepeated(unstorable(parts.query, "", 0)),
    ...unstorable(parts.body, "", 0),
  ];
  if (errors.length > 0) throw invalidRequest(errors);
  const input: Record<string, unknown> = {};
  for (const [schema, value, named] of [
    [operation.params, parts.params, same],
    [operation.query, parts.query, ofRepeated],
    [operation.body, parts.body ?? {}, same],
  ] as const) {
    const result = schema.safeParse(value);
    if (result.success) Object.assign(input, result.data);
    else errors = errors.concat(named(fieldErrorsOf(result.error)));
  }
  if (errors.length > 0) throw invalidRequest(errors);
  return input;
}

const same = (errors: readonly FieldError[]) => errors;

/** A name that is repeated in a query is one field: its values have no numbers. */
function ofRepeated(errors: readonly FieldError[]): FieldError[] {
  return errors.map(({ field, message }) => ({ field: field.replace(/\.\d+$/, ""), message }));
}

/**
 * Splits the flat input of a procedure call into the parts that its operation declares. Undeclared fields go to the
 * body, whose schema refuses them.
 */
export function splitInput(operation: Operation, flat: Readonly<Record<string, unknown>>): InputParts {
  const placeOf = (name: string) =>
    Object.hasOwn(operation.params.shape, name)
      ? "params"
      : Object.hasOwn(operation.query.shape, name)
        ? "query"
        : "body";
  // Not by assignment, which would set the prototype for a field named __proto__.
  const partOf = (place: "params" | "query" | "body") =>
    Object.fromEntries(Object.entries(flat).filter(([name]) => placeOf(name) === place));
  return { params: partOf("params"), query: partOf("query"), body: partOf("body") };
}

/**
 * Parses input of a single part, such as a form.
 * @throws DomainError 400 that names every invalid field
 */
export function parseBy<Schema extends z.ZodType>(schema: Schema, input: unknown): z.output<Schema> {
  const errors = unstorable(input, "", 0);
  if (errors.length > 0) throw invalidRequest(errors);
  const result = schema.safeParse(input);
  if (result.success) return result.data;
  throw invalidRequest(fieldErrorsOf(result.error));
}

/** The refusal of invalid input (400). Names each invalid field, up to a limit. */
export function invalidRequest(all: readonly FieldError[]): DomainError {
  const errors = all.slice(0, MOST_ERRORS).map(({ field, message }) => ({ field: shortened(field), message }));
  const [first] = errors;
  const more = all.length > 1 ? ` (and ${all.length - 1} more)` : "";
  const detail =
    first === undefined
      ? "The request is not valid."
      : `The request is not valid: ${first.field === "" ? "the body" : first.field} ${first.message}${more}.`;
  return new DomainError("invalid_request", detail, { errors });
}

/**
 * The most errors in an answer, and the most characters of a field name. They keep the answer to a large invalid
 * request small.
 */
const MOST_ERRORS = 100;
const MOST_OF_A_NAME = 100;

function shortened(field: string): string {
  return field.length > MOST_OF_A_NAME ? `${field.slice(0, MOST_OF_A_NAME)}…` : field;
}

/** Far above what any operation takes. Larger input could exhaust the stack or block the process. */
const MOST_LEVELS = 32;
const MOST_ITEMS = 10_000;

/**
 * Finds values that no field may have: null characters, which PostgreSQL's text cannot hold, lone surrogates, which
 * would be stored as other text, and input that is nested too deeply or has too many items.
 */
function unstorable(value: unknown, path: string, level: number): FieldError[] {
  if (typeof value === "string") return faultOfText(value, path);
  if (typeof value !== "object" || value === null) return [];
  if (level > MOST_LEVELS) return [{ field: path, message: `must not be nested deeper than ${MOST_LEVELS} levels` }];
  // Counted before they are checked: a list of a megabyte would take a tenth of a second.
  const count = Array.isArray(value) ? value.length : Object.keys(value).length;
  if (count > MOST_ITEMS) return [{ field: path, message: `must have at most ${MOST_ITEMS} items` }];
  return Object.entries(value).flatMap(([name, item]) => {
    const field = path === "" ? name : `${path}.${name}`;
    const ofName = faultOfText(name, field);
    return ofName.length > 0 ? ofName : unstorable(item, field, level + 1);
  });
}

function faultOfText(text: string, field: string): FieldError[] {
  if (text.includes("\0")) return [{ field, message: "must not contain a null character" }];
  return text.isWellFormed() ? [] : [{ field: field.toWellFormed(), message: "must be valid Unicode text" }];
}
