"use client";

import { type DefaultValues, type FieldValues, get, type Path, useForm } from "react-hook-form";
import { bodyResolver, type Form } from "./form.ts";
import { problemOf } from "./problem.ts";

/** Manages a form on its page. `handleSubmit` receives the body to send once the contract's schema accepts it. */
export function useContractForm<Values extends FieldValues, Body>(
  declared: Form<Values, Body>,
  /** Initial values that differ from the declaration. */
  beginning: Partial<Values> = {},
) {
  const { initial } = declared;
  const form = useForm<Values, unknown, Body>({
    resolver: bodyResolver(declared),
    // Kernel: all values are present, but the library cannot infer that for a generic type.
    defaultValues: { ...initial, ...beginning } as DefaultValues<Values>,
  });
  const errorOf = (name: Path<Values>): string | undefined => {
    const error: { readonly message?: string } | undefined = get(form.formState.errors, name);
    return error?.message;
  };
  const isField = (name: string): name is Path<Values> => Object.hasOwn(initial, name);
  return {
    ...form,
    errorOf,
    /** The props of a field's control. */
    field: <Name extends Path<Values>>(name: Name) => ({ ...form.register(name), error: errorOf(name) }),
    /**
     * For a mutation's `onError`: shows the server's errors at their fields.
     * @returns whether this form has a field for every error
     */
    showErrors: (error: unknown): boolean => {
      const errors = problemOf(error).errors ?? [];
      const here = errors.map(({ field, message }) => {
        const [name = field] = field.split(".");
        if (!isField(name)) return false;
        form.setError(name, { type: "server", message });
        return true;
      });
      return here.length > 0 && !here.includes(false);
    },
  };
}
