"use client";

import type { FieldError } from "@fulmar/contract";
import {
  type DefaultValues,
  type FieldValues,
  get,
  type Mode,
  type Path,
  type Resolver,
  set,
  type UseFormReturn,
  useForm as useHookForm,
} from "react-hook-form";
import type { z } from "zod";
import { partsOf } from "./items.ts";
import { problemOf } from "./problem.ts";

/**
 * How to write a form: declare it outside the component with `defineForm`, which states each field once, then use it
 * with `useForm`:
 *
 *     const renameVolume = defineForm(async () => (await import("@fulmar/contract/block-storage")).UpdateVolume, {
 *       name: text(),
 *     });
 *     …
 *     const form = useForm(renameVolume, { name: volume.name });
 *     const rename = useMutation(trpc.volume.update.mutationOptions({ onError: form.showErrors }));
 *     const submit = form.handleSubmit((body) => rename.mutate({ volume_id, ...body }));
 *     …
 *     <TextField label="Name" {...form.field("name")} />
 *
 * The one form that stays apart is `settings/change-role.tsx`: it has one choice, which no schema needs to check.
 */
export interface Form<Values extends FieldValues, Body> {
  /** Loads the contract's schema of the body. It loads after the page, because validation starts only after input. */
  readonly schema: () => Promise<z.ZodType>;
  readonly initial: Values;
  /** Makes the body to send from the form's values. */
  readonly body: (values: Values) => Body;
  /** The errors that each field shows. A field without an entry shows those of its own name. */
  readonly fields: Readonly<Record<string, ShownErrors>>;
}

interface ShownErrors {
  /** Whether the field consists of rows, so that an error at `redirects.0.source` appears in that row. */
  readonly rows?: boolean;
  /** Other names in the body whose errors appear at this field. */
  readonly errorsOf?: readonly string[];
}

/** One field: its initial value and its value in the body. Undefined leaves it out. */
interface Field<Held, Sent> extends ShownErrors {
  readonly initial: Held;
  readonly send: (held: Held) => Sent;
}
type Fields = Readonly<
  Record<string, ShownErrors & { readonly initial: unknown; readonly send: (held: never) => unknown }>
>;

type HeldBy<Of extends Fields> = { [Name in keyof Of]: Of[Name]["initial"] };
type Sent<Of extends Fields, Name extends keyof Of> = ReturnType<Of[Name]["send"]>;
type SentBy<Of extends Fields> = { [Name in keyof Of]: Sent<Of, Name> };
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

/** A text that is null if empty. */
export const nullableText: Field<string, string | null> = {
  initial: "",
  send: (typed) => (typed.trim() === "" ? null : typed.trim()),
};

/** A text, sent exactly as typed. */
export const rawText = (initial = ""): Field<string, string> => ({ initial, send: (typed) => typed });

/** Texts between separators, trimmed and without empty ones. */
export const texts = (separator: string | RegExp, initial = ""): Field<string, string[]> => ({
  initial,
  send: (typed) => partsOf(typed, separator),
});

/** Like `texts`, but left out if there are none. */
export const optionalTexts = (separator: string | RegExp): Field<string, string[] | undefined> => ({
  initial: "",
  send: (typed) => {
    const parts = partsOf(typed, separator);
    return parts.length > 0 ? parts : undefined;
  },
});

/** A number, held as typed. */
export const number = (initial = ""): Field<string, number> => ({ initial, send: numberOf });

/** One of several values, or a list of them. */
export const chosen = <Value>(initial: Value): Field<Value, Value> => ({ initial, send: (value) => value });

/** The checked values of a list of options. */
export const choices: Field<readonly string[], string[]> = { initial: [], send: (values) => [...values] };

/** The checked values of a list of options, left out if there are none. */
export const optionalChoices: Field<readonly string[], string[] | undefined> = {
  initial: [],
  send: (values) => (values.length > 0 ? [...values] : undefined),
};

/** A text that is sent as something else, such as a day as a time. */
export const field = <Sent>(initial: string, send: (typed: string) => Sent): Field<string, Sent> => ({ initial, send });

/** Rows of fields, for `useFieldArray`. */
export const rows = <Row, Sent>(send: (row: Row) => Sent): Field<Row[], Sent[]> => ({
  initial: [],
  send: (held) => held.map(send),
  rows: true,
});

/** The field, which also shows the errors of other names in the body, such as a time those of `hour` and `minute`. */
export const showing = <Held, Sent>(names: readonly string[], one: Field<Held, Sent>): Field<Held, Sent> => ({
  ...one,
  errorsOf: names,
});

/** Parses a typed number. Returns NaN if it is not a number, which every schema refuses. */
export function numberOf(typed: string): number {
  return typed.trim() === "" ? Number.NaN : Number(typed);
}

/**
 * Declares a form with each field stated once.
 * @param schema loads the contract's schema of the body
 * @param toBody for bodies that differ from the fields: makes the body from what every field sends. By default the body
 *   has a name for each field, without undefined ones.
 */
export function defineForm<Of extends Fields, Body = BodyOf<Of>>(
  schema: () => Promise<z.ZodType>,
  fields: Of,
  toBody?: (sent: SentBy<Of>) => Body,
): Form<HeldBy<Of>, Body> {
  // Kernel: the loops justify the casts.
  const entries = Object.entries<Field<unknown, unknown>>(fields as never);
  return {
    schema,
    fields,
    initial: Object.fromEntries(entries.map(([name, { initial }]) => [name, initial])) as HeldBy<Of>,
    body: (values) => {
      const sent = entries.map(([name, { send }]) => [name, send(values[name])] as const);
      if (toBody !== undefined) return toBody(Object.fromEntries(sent) as SentBy<Of>);
      return Object.fromEntries(sent.filter(([, value]) => value !== undefined)) as Body;
    },
  };
}

/** A form in use: everything of `react-hook-form`, and what a page needs of the contract. */
export interface UsedForm<Values extends FieldValues, Body> extends UseFormReturn<Values, unknown, Body> {
  readonly errorOf: (name: Path<Values>) => string | undefined;
  /** The props of a field's control. */
  readonly field: <Name extends Path<Values>>(
    name: Name,
  ) => ReturnType<UseFormReturn<Values>["register"]> & { readonly error: string | undefined };
  /**
   * For a mutation's `onError`: shows the server's errors at their fields.
   * @returns whether this form has a field for every error
   */
  readonly showErrors: (error: unknown) => boolean;
  readonly showFieldErrors: (errors: readonly FieldError[] | undefined) => boolean;
}

/** The type of a declared form in use, for components that show a part of it: `FormInUse<typeof createVm>`. */
export type FormInUse<Of> = Of extends Form<infer Values, infer Body> ? UsedForm<Values, Body> : never;

/** Manages a form on its page. `handleSubmit` receives the body to send once the contract's schema accepts it. */
export function useForm<Values extends FieldValues, Body>(
  declared: Form<Values, Body>,
  /** Initial values that differ from the declaration. */
  beginning: Partial<Values> = {},
  { mode = "onSubmit" }: { readonly mode?: Mode } = {},
): UsedForm<Values, Body> {
  const { initial } = declared;
  const form = useHookForm<Values, unknown, Body>({
    mode,
    resolver: resolverOf(declared),
    // Kernel: all values are present, but the library cannot infer that for a generic type.
    defaultValues: { ...initial, ...beginning } as DefaultValues<Values>,
  });
  const errorOf = (name: Path<Values>): string | undefined => {
    const error: { readonly message?: string } | undefined = get(form.formState.errors, name);
    return error?.message;
  };
  const showFieldErrors = (errors: readonly FieldError[] = []): boolean => {
    const here = errors.map(({ field: path, message }) => {
      const places = placesOf(declared, path);
      // Kernel: a place is a path of the form's values.
      for (const place of places) form.setError(place as Path<Values>, { type: "server", message });
      return places.length > 0;
    });
    return here.length > 0 && !here.includes(false);
  };
  return {
    ...form,
    errorOf,
    field: (name) => ({ ...form.register(name), error: errorOf(name) }),
    showErrors: (error) => showFieldErrors(problemOf(error).errors),
    showFieldErrors,
  };
}

/** Validates the body that the form would send, with the contract's schema and its messages. */
function resolverOf<Values extends FieldValues, Body>(declared: Form<Values, Body>): Resolver<Values, unknown, Body> {
  return async (values) => {
    const body = declared.body(values);
    const result = (await declared.schema()).safeParse(body);
    if (result.success) return { values: body, errors: {} };
    const { fieldErrorsOf } = await import("@fulmar/contract/field-errors");
    const errors = {};
    for (const { field: path, message } of fieldErrorsOf(result.error)) {
      const places = placesOf(declared, path);
      // An error without a field is kept under its own name, so that the form is not sent.
      for (const place of places.length > 0 ? places : [path])
        if (get(errors, place) === undefined) set(errors, place, { type: "contract", message });
    }
    return { values: {}, errors: errors as never };
  };
}

/**
 * Where the error at a path of the body appears: at the fields that the first part of the path belongs to, if it
 * belongs to any. `ssh_keys.0` appears at `ssh_keys`, and `health_check.path` at `path`.
 */
function placesOf<Values extends FieldValues>({ initial, fields }: Form<Values, unknown>, path: string): string[] {
  const parts = path.split(".");
  for (const [index, part] of parts.entries()) {
    const names = Object.keys(initial).filter((name) => name === part || fields[name]?.errorsOf?.includes(part));
    if (names.length > 0)
      // A row's field that is sent as a list shows the errors of its items: `rules.0.origins.1` appears at
      // `rules.0.origins`.
      return names.map((name) => (fields[name]?.rows ? [name, ...parts.slice(index + 1, index + 3)].join(".") : name));
  }
  return [];
}
