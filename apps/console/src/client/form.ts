import { type FieldError, fieldErrorsOf } from "@fulmar/contract";
import { type FieldValues, get, type Path, type Resolver, set, type UseFormSetError } from "react-hook-form";
import type { z } from "zod";

/** A form: its initial values, the body made from its values, and the contract's schema of that body. */
export interface Form<Values extends FieldValues, Body> {
  /** Loads the schema. It loads after the page, because validation starts only after input. */
  readonly schema: () => Promise<z.ZodType>;
  readonly initial: Values;
  readonly body: (values: Values) => Body;
}

/** One field: its initial value and its value in the body. Undefined leaves it out. */
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

/** A text, trimmed. */
export const text = (initial = ""): Field<string, string> => ({ initial, send: (typed) => typed.trim() });

/** A text that is left out if empty. */
export const optionalText: Field<string, string | undefined> = {
  initial: "",
  send: (typed) => (typed.trim() === "" ? undefined : typed.trim()),
};

/** A text, sent exactly as typed. */
export const rawText = (initial = ""): Field<string, string> => ({ initial, send: (typed) => typed });

/** A number, held as typed. */
export const number = (initial = ""): Field<string, number> => ({ initial, send: numberOf });

/** One of several values, or a list of them. */
export const chosen = <Value>(initial: Value): Field<Value, Value> => ({ initial, send: (value) => value });

/** Parses a typed number. Returns NaN if it is not a number, which every schema refuses. */
export function numberOf(typed: string): number {
  return typed.trim() === "" ? Number.NaN : Number(typed);
}

/** For forms whose values are sent unchanged. */
export const asHeld = <Values>(values: Values) => values;

/** Declares a form with each field stated once. Kernel: the loops justify the casts. */
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
 * Validates a form with the contract's schema and its messages.
 * @param load loads the schema after the page, because validation starts only after input
 * @param toInput converts the form's values to the schema's input
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

/**
 * Like `contractResolver`, for forms with rows of fields: an error at `redirects.0.source` appears at that field of
 * that row.
 */
export function rowsResolver<Values extends FieldValues>(
  load: () => Promise<z.ZodType>,
  toInput: (values: Values) => unknown,
): Resolver<Values> {
  return async (values) => {
    const errors = await errorsOf(load, toInput(values), (path) => path);
    return errors === null ? { values, errors: {} } : { values: {}, errors: errors as never };
  };
}

/** Validates the body that the form would send. `handleSubmit` receives that body. */
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

/** The errors by form field, or null if there are none. */
async function errorsOf(load: () => Promise<z.ZodType>, input: unknown, at: (path: string) => string) {
  const result = (await load()).safeParse(input);
  if (result.success) return null;
  const errors = {};
  for (const { field, message } of fieldErrorsOf(result.error))
    if (get(errors, at(field)) === undefined) set(errors, at(field), { type: "contract", message });
  return errors;
}

/**
 * Shows the server's errors at their fields.
 * @returns whether this form has a field for every error
 */
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

/** Maps `ssh_keys.0` to the field `ssh_keys`. */
function fieldName(path: string): string {
  return path.split(".")[0] ?? path;
}
