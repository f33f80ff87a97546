"use client";

import type { ErrorBody } from "@fulmar/contract";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { contractResolver, showFieldErrors } from "@/client/form.ts";
import { send } from "@/client/send.ts";
import { Button } from "@/components/button.tsx";
import { TextField } from "@/components/field.tsx";
import { ProblemNotice } from "@/components/problem-panel.tsx";

interface CodeFormProps {
  readonly onEntered: () => void;
  /** Back to the password, by choice or because the first step is too long ago. */
  readonly onAgain: (problem: ErrorBody | null) => void;
}

/** The second step: a code of the authenticator app, or one of the recovery codes. */
export function CodeForm({ onEntered, onAgain }: CodeFormProps) {
  const [recovery, setRecovery] = useState(false);
  return (
    <div className="space-y-4">
      {recovery ? (
        <StepForm
          key="recovery"
          field="recovery_code"
          label="Recovery code"
          hint="Each of them is good once"
          onEntered={onEntered}
          onAgain={onAgain}
        />
      ) : (
        <StepForm
          key="code"
          field="code"
          label="Code"
          hint="The 6 digits that your authenticator app shows"
          onEntered={onEntered}
          onAgain={onAgain}
        />
      )}
      <div className="flex flex-wrap justify-between gap-2">
        <Button look="quiet" onClick={() => setRecovery(!recovery)}>
          {recovery ? "Use the app" : "Use a recovery code"}
        </Button>
        <Button look="quiet" onClick={() => onAgain(null)}>
          Start again
        </Button>
      </div>
    </div>
  );
}

function StepForm({
  field,
  label,
  hint,
  onEntered,
  onAgain,
}: CodeFormProps & { field: "code" | "recovery_code"; label: string; hint: string }) {
  const [refusal, setRefusal] = useState<ErrorBody | null>(null);
  const schema = async () => (await import("@fulmar/contract/session"))[field === "code" ? "TotpCode" : "RecoveryCode"];
  const form = useForm<{ code: string; recovery_code: string }>({
    resolver: contractResolver(schema, (values) => ({ [field]: values[field] })),
    defaultValues: { code: "", recovery_code: "" },
  });
  const submit = form.handleSubmit(async (values) => {
    const sent = await send("POST", "/api/session/code", { [field]: values[field] });
    if (sent.ok) onEntered();
    else if (sent.problem.code === "sign_in_again") onAgain(sent.problem);
    else setRefusal(showFieldErrors(sent.problem.errors, [field], form.setError) ? null : sent.problem);
  });
  return (
    <form onSubmit={(event) => void submit(event)} noValidate className="space-y-4">
      {refusal && <ProblemNotice problem={refusal} />}
      <TextField
        label={label}
        autoFocus
        autoComplete={field === "code" ? "one-time-code" : "off"}
        inputMode={field === "code" ? "numeric" : "text"}
        hint={hint}
        error={form.formState.errors[field]?.message}
        {...form.register(field)}
      />
      <Button type="submit" look="primary" className="w-full" busy={form.formState.isSubmitting}>
        Sign in
      </Button>
    </form>
  );
}
