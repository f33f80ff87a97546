"use client";

import { useMutation } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { FieldValues } from "react-hook-form";
import type { UsedForm } from "@/client/form.ts";
import { problemOf } from "@/client/problem.ts";
import { mutationOf, type Procedure } from "@/client/procedure.ts";
import { Button } from "@/components/button.tsx";
import { ProblemNotice } from "@/components/problem-panel.tsx";

/** Tries the values of a form before they are saved, and says what came of it. */
export function TryValues<Values extends FieldValues, Body extends Input, Input, Output>({
  form,
  by,
  action,
  children,
}: {
  readonly form: UsedForm<Values, Body>;
  readonly by: Procedure<Input, Output>;
  readonly action: string;
  readonly children: (output: Output) => ReactNode;
}) {
  const attempt = useMutation({ ...mutationOf(by), onError: form.showErrors });
  return (
    <div className="space-y-3">
      <Button busy={attempt.isPending} onClick={() => void form.handleSubmit((body) => attempt.mutate(body))()}>
        {action}
      </Button>
      {attempt.error ? <ProblemNotice problem={problemOf(attempt.error)} /> : null}
      {attempt.data !== undefined && children(attempt.data)}
    </div>
  );
}
