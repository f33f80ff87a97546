"use client";

import type { ErrorBody } from "@fulmar/contract";
import { useState } from "react";
import { defineForm, rawText, useForm } from "@/client/form.ts";
import { send } from "@/client/send.ts";
import { Button, ButtonLink } from "@/components/button.tsx";
import { TextField } from "@/components/field.tsx";
import { ProblemNotice } from "@/components/problem-panel.tsx";
import { EntranceLink } from "./entrance.tsx";
import { goToCell, type KnownCells, type OtherCell, useArrival } from "./other-cell.ts";
import { ArrivalNotice } from "./other-cells.tsx";

const forgottenPassword = defineForm(async () => (await import("@fulmar/contract/console")).ForgottenPassword, {
  email: rawText(),
});

/**
 * Asks for a link to choose a new password. The answer is the same for every address.
 * @param cells undefined if there is one cell
 */
export function ForgottenPasswordForm({ cells }: { cells: KnownCells | undefined }) {
  const [refusal, setRefusal] = useState<ErrorBody | null>(null);
  const [sentTo, setSentTo] = useState<string | null>(null);
  const form = useForm(forgottenPassword);
  const arrival = useArrival(form, { cells });
  const ask = form.handleSubmit(async (values) => {
    const sent = await send<{ cell?: OtherCell }>("POST", "/api/password-reset", values);
    if (!sent.ok) {
      setRefusal(form.showFieldErrors(sent.problem.errors) ? null : sent.problem);
      return;
    }
    const { cell } = sent.body;
    if (cell !== undefined && cells !== undefined)
      goToCell(cell, "/forgot-password", { email: values.email, from: cells.own });
    else setSentTo(values.email);
  });
  if (sentTo !== null) {
    return (
      <div className="space-y-4">
        <p role="status">
          If {sentTo} belongs to an account, we have sent a link to it. The link works once, for 30 minutes.
        </p>
        <ButtonLink href="/sign-in">Back to sign-in</ButtonLink>
      </div>
    );
  }
  return (
    <form onSubmit={(event) => void ask(event)} noValidate className="space-y-4">
      {arrival && (
        <ArrivalNotice arrival={arrival}>
          Links for {arrival.email} are sent from here, the cell {arrival.own}, not from {arrival.from.name}.
        </ArrivalNotice>
      )}
      {refusal && <ProblemNotice problem={refusal} />}
      <TextField label="E-mail" type="email" autoComplete="username" autoFocus {...form.field("email")} />
      <Button type="submit" look="primary" className="w-full" busy={form.formState.isSubmitting}>
        Send the link
      </Button>
      <EntranceLink href="/sign-in">Back to sign-in</EntranceLink>
    </form>
  );
}
