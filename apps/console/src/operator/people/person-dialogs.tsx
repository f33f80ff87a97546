"use client";

import type { OperatorPerson } from "@fulmar/contract";
import { useWatch } from "react-hook-form";
import { defineForm, text, useForm } from "@/client/form.ts";
import { type PlanProcedure, planOf } from "@/client/plan-question.ts";
import type { Procedure } from "@/client/procedure.ts";
import { useTRPC } from "@/client/trpc.ts";
import type { DialogState } from "@/components/dialog-button.tsx";
import { TextField } from "@/components/field.tsx";
import { ChangeDialog } from "@/components/form-dialog.tsx";
import { useInstallationChanged } from "../use-changed.ts";

type ForOne = { readonly person: OperatorPerson } & DialogState;
interface Input {
  readonly user_id: string;
  readonly reason: string;
}

// Each body is a reason.
const giveReason = defineForm(async () => (await import("@fulmar/contract/operator")).SessionsEnd, { reason: text() });

export function EndSessions({ person, ...state }: ForOne) {
  const trpc = useTRPC();
  return (
    <WithReason
      {...state}
      person={person}
      title={`Sign ${person.name} out?`}
      lead="Every browser of this account is signed out. The person can sign in again."
      action="End sessions"
      change={trpc.operatorPerson.endSessions}
      plan={trpc.changePlan.operatorPerson.endSessions}
      done={`Signed ${person.name} out`}
    />
  );
}

export function ResetSecondFactor({ person, ...state }: ForOne) {
  const trpc = useTRPC();
  return (
    <WithReason
      {...state}
      person={person}
      title={`Reset the second factor of ${person.name}?`}
      lead={
        "The authenticator and the recovery codes are removed, and the person is signed out and told by mail. " +
        "Make sure that you know who asks."
      }
      action="Reset second factor"
      change={trpc.operatorPerson.resetSecondFactor}
      plan={trpc.changePlan.operatorPerson.resetSecondFactor}
      done={`Reset the second factor of ${person.name}`}
    />
  );
}

export function Lock({ person, ...state }: ForOne) {
  const trpc = useTRPC();
  return (
    <WithReason
      {...state}
      person={person}
      title={`Lock ${person.name} out?`}
      lead={
        "The person is signed out and cannot sign in, and what their tokens and access keys ask for is " +
        "refused, until they are unlocked. What they made stays."
      }
      action="Lock person"
      change={trpc.operatorPerson.lock}
      plan={trpc.changePlan.operatorPerson.lock}
      done={`Locked ${person.name}`}
    />
  );
}

export function Unlock({ person, ...state }: ForOne) {
  const trpc = useTRPC();
  return (
    <WithReason
      {...state}
      person={person}
      title={`Unlock ${person.name}?`}
      lead="The person can sign in again, and their tokens and access keys work again."
      action="Unlock person"
      change={trpc.operatorPerson.unlock}
      plan={trpc.changePlan.operatorPerson.unlock}
      done={`Unlocked ${person.name}`}
    />
  );
}

/** Asks for the reason of a change to an account. */
function WithReason<Output>({
  person: { user_id },
  change,
  plan,
  done,
  ...dialog
}: ForOne & {
  title: string;
  lead: string;
  action: string;
  change: Procedure<Input, Output>;
  plan: PlanProcedure<Input>;
  done: string;
}) {
  const changed = useInstallationChanged();
  const form = useForm(giveReason);
  const body = giveReason.body(useWatch({ control: form.control, compute: (all) => all }));
  return (
    <ChangeDialog
      {...dialog}
      form={form}
      change={change}
      inputOf={(sent) => ({ user_id, ...sent })}
      onDone={() => changed(done)}
      plan={body.reason === "" ? null : planOf(plan, { user_id, ...body })}
    >
      <TextField
        label="Reason"
        autoComplete="off"
        hint="The person sees it in the activity of their account, and it is in the trail of operators."
        {...form.field("reason")}
      />
    </ChangeDialog>
  );
}
