"use client";

import { useForm } from "react-hook-form";
import { contractResolver } from "@/client/form.ts";
import { problemOf } from "@/client/problem.ts";
import { Button } from "@/components/button.tsx";
import { TextArea, TextField } from "@/components/field.tsx";
import { FormFields } from "@/components/form-fields.tsx";
import { ProblemNotice } from "@/components/problem-panel.tsx";

// Used for resources with a name and a description: VPCs and firewall groups.
const schema = async () => (await import("@fulmar/contract/networking")).UpdateVpc;

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
  const toNaming = ({ name, description }: { name: string; description: string }): Naming => ({
    name: name.trim(),
    description: description.trim() === "" ? null : description,
  });
  const form = useForm({
    resolver: contractResolver(schema, toNaming),
    defaultValues: { name: values.name, description: values.description ?? "" },
  });
  const { errors } = form.formState;
  const problem = error ? problemOf(error) : undefined;
  return (
    <form
      noValidate
      className="max-w-xl space-y-4"
      onSubmit={(event) => void form.handleSubmit((next) => onSave(toNaming(next)))(event)}
    >
      {problem && <ProblemNotice problem={problem} />}
      <FormFields refusal={refusal}>
        <TextField label="Name" autoComplete="off" error={errors.name?.message} {...form.register("name")} />
        <TextArea prose label="Description" error={errors.description?.message} {...form.register("description")} />
      </FormFields>
      <Button type="submit" look="primary" busy={busy} refusal={refusal}>
        Save
      </Button>
    </form>
  );
}
