import { type FieldError, fieldErrorsOf } from "@fulmar/contract";
import { type FieldValues, get, type Path, type Resolver, set, type UseFormSetError } from "react-hook-form";
import type { z } from "zod";

/** A form: what it holds at first, what is sent of what it holds, and the contract's rules for that. */
export interface Form<Values extends FieldValues, Body> {
  /** Brings the schema; it comes after the page, because nobody needs it before the form is filled in. */
  readonly schema: () => Promise<z.ZodType>;
  readonly initial: Values;
  readonly body: (values: Values) => Body;
}

/** One field: what it holds at first, and what is sent of what it holds; undefined leaves it out. */
interface Field<Held, Sent> {
  readonly initial: Held;
  readonly send: (held: Held) => Sent;
}
type Fields = Readonly<Record<string, { readonly initial: unknown; readonly send: (held: never) => unknown }>>;

type HeldBy<Of extends Fields> = { [Name in keyof Of]: Of[Name]["initial"] };
type Sent<Of extends Fields, Name extends keyof Of> = ReturnType<Of[Name]["send"]>;
type BodyOf<Of extends Fields> = {
  [Name in keyof Of as undefined extends Sent<Of, Name> ? never : Name]: Sent<Of, Name>;
} & {
  [Name in keyof Of as undefined extends Sent<Of, Name> ? Name : never]?: Exclude<Sent<Of, Name>, undefined>;
};

/** A text, without the spaces around it. */
export const text = (initial = ""): Field<string, string> => ({ initial, send: (typed) => typed.trim() });

/** A text that is left out while it is empty. */
export const optionalText: Field<string, string | undefined> = {
  initial: "",
  send: (typed) => (typed.trim() === "" ? undefined : typed.trim()),
};

/** A text that goes as it was typed. */
export const rawText = (initial = ""): Field<string, string> => ({ initial, send: (typed) => typed });

/** A number, held as it was typed. */
export const number = (initial = ""): Field<string, number> => ({ initial, send: numberOf });

/** One of several values, or a list of them. */
export const chosen = <Value>(initial: Value): Field<Value, Value> => ({ initial, send: (value) => value });

/** A number as typed; NaN for what is none, which no schema takes. */
export function numberOf(typed: string): number {
  return typed.trim() === "" ? Number.NaN : Number(typed);
}

/** For a form that is sent as it is held. */
export const asHeld = <Values>(values: Values) => values;

/** Declares a form by its fields, each stated once. Kernel: the loops prove what the casts say. */
export function formOf<Of extends Fields>(schema: () => Promise<z.ZodType>, fields: Of): Form<HeldBy<Of>, BodyOf<Of>> {
  const entries = Object.entries<Field<unknown, unknown>>(fields as never);
  return {
    schema,
    initial: Object.fromEntries(entries.map(([name, { initial }]) => [name, initial])) as HeldBy<Of>,
    body: (values) =>
      Object.fromEntries(
        entries.flatMap(([name, { send }]) => {
          const sent = send(values[name]);
          return sent === undefined ? [] : [[name, sent]];
        }),
      ) as BodyOf<Of>,
  };
}

/**
 * Validates a form with the contract's own schema, in the contract's own words.
 * @param load brings the schema; it comes after the page, because nobody needs it before the form is filled in
 * @param toInput what the schema reads, made of what the form holds
 */
export function contractResolver<Values extends FieldValues>(
  load: () => Promise<z.ZodType>,
  toInput: (values: Values) => unknown = (values) => values,
): Resolver<Values> {
  return async (values) => {
    const errors = await errorsOf(load, toInput(values), fieldName);
    return errors === null ? { values, errors: {} } : { values: {}, errors: errors as never };
  };
}

/** The same for a form with rows of fields: `redirects.0.source` is said at that field of that row. */
export function rowsResolver<Values extends FieldValues>(
  load: () => Promise<z.ZodType>,
  toInput: (values: Values) => unknown,
): Resolver<Values> {
  return async (values) => {
    const errors = await errorsOf(load, toInput(values), (path) => path);
    return errors === null ? { values, errors: {} } : { values: {}, errors: errors as never };
  };
}

/** Validates what the form would send; that is what `handleSubmit` then hands over. */
export function bodyResolver<Values extends FieldValues, Body>({
  schema,
  body,
}: Form<Values, Body>): Resolver<Values, unknown, Body> {
  return async (values) => {
    const sent = body(values);
    const errors = await errorsOf(schema, sent, fieldName);
    return errors === null ? { values: sent, errors: {} } : { values: {}, errors: errors as never };
  };
}

/** What is wrong, at the fields it is said at; null for nothing. */
async function errorsOf(load: () => Promise<z.ZodType>, input: unknown, at: (path: string) => string) {
  const result = (await load()).safeParse(input);
  if (result.success) return null;
  const errors = {};
  for (const { field, message } of fieldErrorsOf(result.error))
    if (get(errors, at(field)) === undefined) set(errors, at(field), { type: "contract", message });
  return errors;
}

/** Shows what the server found wrong at the fields it named. @returns whether each had a field in this form */
export function showFieldErrors<Values extends FieldValues>(
  errors: readonly FieldError[] | undefined,
  names: readonly Path<Values>[],
  setError: UseFormSetError<Values>,
): boolean {
  let all = errors !== undefined && errors.length > 0;
  for (const { field, message } of errors ?? []) {
    const name = names.find((candidate) => candidate === fieldName(field));
    if (name === undefined) all = false;
    else setError(name, { type: "server", message });
  }
  return all;
}

/** `ssh_keys.0` is about the field `ssh_keys`. */
function fieldName(path: string): string {
  return path.split(".")[0] ?? path;
}
