"use client";

import { defineForm, field, text, useForm } from "@/client/form.ts";
import { problemOf } from "@/client/problem.ts";
import { Button } from "@/components/button.tsx";
import { TextArea, TextField } from "@/components/field.tsx";
import { FormFields } from "@/components/form-fields.tsx";
import { ProblemNotice } from "@/components/problem-panel.tsx";

/** Used for resources with a name and a description: VPCs and firewall groups. */
const rename = defineForm(async () => (await import("@fulmar/contract/networking")).UpdateVpc, {
  name: text(),
  description: field("", (typed) => (typed.trim() === "" ? null : typed)),
});

export interface Naming {
  readonly name: string;
  readonly description: string | null;
}

/** Changes the name and description of a resource. */
export function NamingForm({
  values,
  busy,
  error,
  refusal,
  onSave,
}: {
  values: Naming;
  busy: boolean;
  error: unknown;
  refusal: string | null;
  onSave: (values: Naming) => void;
}) {
  const form = useForm(rename, { name: values.name, description: values.description ?? "" });
  const problem = error ? problemOf(error) : undefined;
  return (
    <form noValidate className="max-w-xl space-y-4" onSubmit={(event) => void form.handleSubmit(onSave)(event)}>
      {problem && <ProblemNotice problem={problem} />}
      <FormFields refusal={refusal}>
        <TextField label="Name" autoComplete="off" {...form.field("name")} />
        <TextArea prose label="Description" {...form.field("description")} />
      </FormFields>
      <Button type="submit" look="primary" busy={busy} refusal={refusal}>
        Save
      </Button>
    </form>
  );
}
