"use client";

import { type DefaultValues, type FieldValues, get, type Path, useForm } from "react-hook-form";
import { bodyResolver, type Form } from "./form.ts";
import { problemOf } from "./problem.ts";

/** A form on its page. What `handleSubmit` hands over is what is sent, once the contract's rules find nothing wrong. */
export function useContractForm<Values extends FieldValues, Body>(
  declared: Form<Values, Body>,
  /** Where it begins with something else than its declaration says. */
  beginning: Partial<Values> = {},
) {
  const { initial } = declared;
  const form = useForm<Values, unknown, Body>({
    resolver: bodyResolver(declared),
    // Kernel: all values are there, which the library does not see of a type that is not known here.
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
    /** The properties of the one control of a field. */
    field: <Name extends Path<Values>>(name: Name) => ({ ...form.register(name), error: errorOf(name) }),
    /**
     * For a mutation's `onError`: says what the server found wrong at the fields that it names.
     * @returns whether each was a field of this form
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
