"use client";

import { useMutation } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import type { FieldValues, Path } from "react-hook-form";
import type { UsedForm } from "@/client/form.ts";
import { problemOf } from "@/client/problem.ts";
import { mutationOf, type Procedure } from "@/client/procedure.ts";
import { workspaceHref } from "./destinations.ts";
import { useChanged } from "./use-changed.ts";
import { useWorkspace } from "./workspace.tsx";

/** A resource that was created: its page below the workspace, and what the user is told. */
interface Created {
  readonly page: string;
  readonly message: string;
  /** What happens next, for a resource that an operation makes ready. */
  readonly next?: string;
}

/**
 * Sends the form of a new resource of the workspace, and opens the resource's page. Errors of fields appear beside them.
 * @param conflicts codes of refusals that concern a field: the field, and what is wrong with it
 * @returns the properties of `CreatePage` that concern the request
 */
export function useCreate<Values extends FieldValues, Body, Input, Output>(
  form: UsedForm<Values, Body>,
  create: Procedure<Input, Output>,
  inputOf: (body: Body) => NoInfer<Input>,
  createdOf: (output: Output) => Created,
  conflicts: Readonly<Record<string, readonly [Path<Values>, string]>> = {},
) {
  const { workspaceId } = useWorkspace();
  const router = useRouter();
  const finished = useChanged();
  const begun = useChanged("begun");
  const sent = useMutation({
    ...mutationOf(create),
    onSuccess: async (output: Output) => {
      const { page, message, next } = createdOf(output);
      router.push(workspaceHref(workspaceId, page));
      await (next === undefined ? finished(message) : begun(message, next));
    },
    onError: (error) => {
      form.showErrors(error);
      const conflict = conflicts[problemOf(error).code];
      if (conflict !== undefined) form.setError(conflict[0], { message: conflict[1] });
    },
  });
  return { sent, onSubmit: form.handleSubmit((body) => sent.mutate(inputOf(body))) };
}
