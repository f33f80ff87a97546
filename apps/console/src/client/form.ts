import { type FieldError, fieldErrorsOf } from "@fulmar/contract";
import { type FieldValues, get, type Path, type Resolver, set, type UseFormSetError } from "react-hook-form";
import type { z } from "zod";

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
    const schema = await load();
    const result = schema.safeParse(toInput(values));
    if (result.success) return { values, errors: {} };
    const errors: Record<string, { type: string; message: string }> = {};
    for (const { field, message } of fieldErrorsOf(result.error))
      errors[fieldName(field)] ??= { type: "contract", message };
    return { values: {}, errors: errors as never };
  };
}

/** The same for a form with rows of fields: `redirects.0.source` is said at that field of that row. */
export function rowsResolver<Values extends FieldValues>(
  load: () => Promise<z.ZodType>,
  toInput: (values: Values) => unknown,
): Resolver<Values> {
  return async (values) => {
    const schema = await load();
    const result = schema.safeParse(toInput(values));
    if (result.success) return { values, errors: {} };
    const errors = {};
    for (const { field, message } of fieldErrorsOf(result.error))
      if (get(errors, field) === undefined) set(errors, field, { type: "contract", message });
    return { values: {}, errors: errors as never };
  };
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
