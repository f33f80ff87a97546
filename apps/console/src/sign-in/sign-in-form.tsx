"use client";

import type { ErrorBody } from "@fulmar/contract";
import { Fingerprint } from "lucide-react";
import { useRouter } from "next/navigation";
import { type ReactNode, useState } from "react";
import type { FieldValues } from "react-hook-form";
import { defineForm, rawText, type UsedForm, useForm } from "@/client/form.ts";
import { send } from "@/client/send.ts";
import { Button } from "@/components/button.tsx";
import { TextField } from "@/components/field.tsx";
import { ProblemNotice } from "@/components/problem-panel.tsx";
import { EntranceLink } from "./entrance.tsx";
import { goToCell, type KnownCells, type OtherCell, useArrival } from "./other-cell.ts";
import { ArrivalNotice } from "./other-cells.tsx";

const contract = () => import("@fulmar/contract/console");
const signInForm = defineForm(async () => (await contract()).SignIn, { email: rawText(), password: rawText() });
const codeForm = defineForm(async () => (await contract()).TotpCode, { code: rawText() });
const recoveryForm = defineForm(async () => (await contract()).RecoveryCode, { recovery_code: rawText() });

/**
 * Sign-in by password, with a code if the second factor is on, or by passkey.
 * @param cells undefined if there is one cell
 */
export function SignInForm({ cells }: { cells: KnownCells | undefined }) {
  const entry = useEntry();
  const [refusal, setRefusal] = useState<ErrorBody | null>(null);
  const [secondStep, setSecondStep] = useState(false);
  const form = useForm(signInForm);
  const { isSubmitting, isSubmitSuccessful } = form.formState;
  const arrival = useArrival(form, { cells, next: "password" });

  const signIn = form.handleSubmit(async (values) => {
    const sent = await send<{ second_step: boolean; cell?: OtherCell }>("POST", "/api/session", values);
    setRefusal(sent.ok ? null : sent.problem);
    if (!sent.ok || sent.body.second_step) form.resetField("password");
    if (!sent.ok) return;
    const { cell } = sent.body;
    if (cell !== undefined && cells !== undefined) goToCell(cell, "/sign-in", { email: values.email, from: cells.own });
    else if (sent.body.second_step) setSecondStep(true);
    else entry.enter();
  });

  if (secondStep) {
    const again = (problem: ErrorBody | null) => {
      setSecondStep(false);
      setRefusal(problem);
    };
    return <CodeForm onEntered={entry.enter} onAgain={again} />;
  }
  return (
    <div className="space-y-4">
      <form onSubmit={(event) => void signIn(event)} noValidate className="space-y-4">
        {arrival && (
          <ArrivalNotice arrival={arrival}>
            {arrival.email} signs in here, at the cell {arrival.own}, not at {arrival.from.name}. Type your password
            again.
          </ArrivalNotice>
        )}
        {refusal && <ProblemNotice problem={refusal} />}
        <TextField label="E-mail" type="email" autoComplete="username" autoFocus {...form.field("email")} />
        <TextField label="Password" type="password" autoComplete="current-password" {...form.field("password")} />
        <Button
          type="submit"
          look="primary"
          className="w-full"
          busy={isSubmitting || (isSubmitSuccessful && entry.entering)}
        >
          Sign in
        </Button>
      </form>
      <PasskeyButton onEntered={entry.enter} onRefused={setRefusal} />
      <EntranceLink href="/forgot-password">Forgot password?</EntranceLink>
    </div>
  );
}

interface CodeFormProps {
  readonly onEntered: () => void;
  /** Returns to the password, by choice or because the first step has expired. */
  readonly onAgain: (problem: ErrorBody | null) => void;
}

/** The second step: an authenticator code or a recovery code. */
function CodeForm({ onEntered, onAgain }: CodeFormProps) {
  const [recovery, setRecovery] = useState(false);
  const outcome = { onEntered, onAgain };
  return (
    <div className="space-y-4">
      {recovery ? <RecoveryStep {...outcome} /> : <CodeStep {...outcome} />}
      <div className="-mx-3.5 flex flex-wrap justify-between gap-2">
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

function CodeStep(outcome: CodeFormProps) {
  const form = useForm(codeForm);
  return (
    <StepForm form={form} {...outcome}>
      <TextField
        label="Code"
        autoFocus
        autoComplete="one-time-code"
        inputMode="numeric"
        hint="The 6 digits that your authenticator app shows"
        {...form.field("code")}
      />
    </StepForm>
  );
}

function RecoveryStep(outcome: CodeFormProps) {
  const form = useForm(recoveryForm);
  return (
    <StepForm form={form} {...outcome}>
      <TextField
        label="Recovery code"
        autoFocus
        autoComplete="off"
        hint="Each code works once"
        {...form.field("recovery_code")}
      />
    </StepForm>
  );
}

/** Sends the code of either kind. */
function StepForm<Values extends FieldValues, Body>({
  form,
  children,
  onEntered,
  onAgain,
}: CodeFormProps & { form: UsedForm<Values, Body>; children: ReactNode }) {
  const [refusal, setRefusal] = useState<ErrorBody | null>(null);
  const submit = form.handleSubmit(async (body) => {
    const sent = await send("POST", "/api/session/code", body);
    if (sent.ok) onEntered();
    else if (sent.problem.code === "sign_in_again") onAgain(sent.problem);
    else setRefusal(form.showFieldErrors(sent.problem.errors) ? null : sent.problem);
  });
  return (
    <form onSubmit={(event) => void submit(event)} noValidate className="space-y-4">
      {refusal && <ProblemNotice problem={refusal} />}
      {children}
      <Button type="submit" look="primary" className="w-full" busy={form.formState.isSubmitting}>
        Sign in
      </Button>
    </form>
  );
}

/** Signs in with a passkey of this browser or of a nearby device. Its code loads when it is pressed. */
function PasskeyButton({
  onEntered,
  onRefused,
}: {
  onEntered: () => void;
  onRefused: (problem: ErrorBody | null) => void;
}) {
  const [busy, setBusy] = useState(false);
  const press = async () => {
    setBusy(true);
    const { passkeyRefusal, signInWithPasskey } = await import("@/client/passkeys.ts");
    const detail = passkeyRefusal();
    if (detail !== null) onRefused({ detail, code: "no_passkeys", request_id: "" });
    else {
      const sent = await signInWithPasskey();
      if (sent.ok) onEntered();
      else onRefused(sent.problem);
    }
    setBusy(false);
  };
  return (
    <Button className="w-full" busy={busy} onClick={() => void press()}>
      <Fingerprint className="size-4" aria-hidden />
      Sign in with a passkey
    </Button>
  );
}

/** Enters the console after sign-in, at the page that led here, and refreshes what the server rendered before. */
function useEntry(): { entering: boolean; enter: () => void } {
  const router = useRouter();
  const [entering, setEntering] = useState(false);
  const enter = async () => {
    setEntering(true);
    const next = new URLSearchParams(window.location.search).get("next");
    const { isReturnPath } = await contract();
    if (next !== null && isReturnPath(next)) window.location.replace(next);
    else router.replace("/");
    router.refresh();
  };
  return { entering, enter: () => void enter() };
}
