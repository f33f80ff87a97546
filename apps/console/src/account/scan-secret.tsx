"use client";

import type { ErrorBody } from "@fulmar/contract";
import { useState } from "react";
import { defineForm, rawText, useForm } from "@/client/form.ts";
import { onDemand } from "@/client/on-demand.tsx";
import { send } from "@/client/send.ts";
import { Button } from "@/components/button.tsx";
import { Copyable } from "@/components/copyable.tsx";
import { TextField } from "@/components/field.tsx";
import { ProblemNotice } from "@/components/problem-panel.tsx";

const QrCode = onDemand(async () => (await import("./qr-code.tsx")).QrCode);
const confirmCode = defineForm(async () => (await import("@fulmar/contract/console")).TotpCode, { code: rawText() });

/** The secret, to scan or to type, and a field for a code that proves the app's setup. */
export function ScanSecret({
  uri,
  onConfirmed,
  onCancel,
}: {
  uri: string;
  onConfirmed: () => void;
  onCancel: () => void;
}) {
  const [refusal, setRefusal] = useState<ErrorBody | null>(null);
  const form = useForm(confirmCode);
  const submit = form.handleSubmit(async (values) => {
    const sent = await send("PUT", "/api/second-factor", values);
    if (sent.ok) onConfirmed();
    else setRefusal(form.showFieldErrors(sent.problem.errors) ? null : sent.problem);
  });
  return (
    <div className="flex flex-wrap gap-8">
      <QrCode text={uri} label="The secret as a QR code" />
      <form onSubmit={(event) => void submit(event)} noValidate className="min-w-60 max-w-sm flex-1 space-y-4">
        {refusal && <ProblemNotice problem={refusal} />}
        <div>
          <p>Scan the picture with the app, or type the secret:</p>
          <Copyable text={new URL(uri).searchParams.get("secret") ?? ""} label="secret" whole />
          {/* On the phone that shows this page, the code cannot be scanned. */}
          <a
            href={uri}
            className="mt-2 hidden rounded font-medium underline underline-offset-2 pointer-coarse:inline-block"
          >
            Open in the app on this device
          </a>
        </div>
        <TextField
          label="Code"
          inputMode="numeric"
          autoComplete="one-time-code"
          hint="The 6 digits that the app shows now"
          {...form.field("code")}
        />
        <div className="flex gap-2">
          <Button type="submit" look="primary" busy={form.formState.isSubmitting}>
            Turn on
          </Button>
          <Button onClick={onCancel}>Cancel</Button>
        </div>
      </form>
    </div>
  );
}
