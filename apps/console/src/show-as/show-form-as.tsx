"use client";

import { type FieldValues, useWatch } from "react-hook-form";
import type { Form, UsedForm } from "@/client/form.ts";
import { ShowAs } from "./show-as.tsx";
import type { ShownInput } from "./texts.ts";

/** A form's request, for programs. */
export function ShowFormAs<Values extends FieldValues, Body extends ShownInput>({
  operation,
  declared,
  form,
}: {
  operation: string;
  declared: Form<Values, Body>;
  form: UsedForm<Values, Body>;
}) {
  const values = { ...declared.initial, ...useWatch({ control: form.control }) };
  return <ShowAs operation={operation} input={declared.body(values)} />;
}
