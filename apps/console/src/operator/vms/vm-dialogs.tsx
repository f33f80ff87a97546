"use client";

import type { OperatorVm } from "@fulmar/contract";
import { useMutation } from "@tanstack/react-query";
import { useWatch } from "react-hook-form";
import { defineForm, text, useForm } from "@/client/form.ts";
import { planOf } from "@/client/plan-question.ts";
import { useTRPC } from "@/client/trpc.ts";
import type { DialogState } from "@/components/dialog-button.tsx";
import { TextField } from "@/components/field.tsx";
import { ChangeDialog, FormDialog } from "@/components/form-dialog.tsx";
import { useInstallationChanged } from "../use-changed.ts";

type ForOne = { readonly vm: OperatorVm } & DialogState;

const stopVm = defineForm(async () => (await import("@fulmar/contract/operator")).VmHold, { reason: text() });

export function StopVm({ vm: { vm_id, name }, ...state }: ForOne) {
  const trpc = useTRPC();
  const changed = useInstallationChanged();
  const form = useForm(stopVm);
  const body = stopVm.body(useWatch({ control: form.control, compute: (all) => all }));
  return (
    <ChangeDialog
      {...state}
      form={form}
      title={`Stop ${name}?`}
      lead="It is shut down and stays so: its owner cannot start it until an operator releases it."
      action="Stop VM"
      change={trpc.operatorVm.stop}
      inputOf={(sent) => ({ vm_id, ...sent })}
      onDone={() => changed(`Stopped ${name}`, "Its owner sees the reason.")}
      plan={body.reason === "" ? null : planOf(trpc.changePlan.operatorVm.stop, { vm_id, ...body })}
    >
      <TextField
        label="Reason"
        autoComplete="off"
        hint="Its owner sees it, and it is in both audit trails."
        {...form.field("reason")}
      />
    </ChangeDialog>
  );
}

export function ReleaseVm({ vm: { vm_id, name }, open, onClose }: ForOne) {
  const trpc = useTRPC();
  const changed = useInstallationChanged();
  const release = useMutation(
    trpc.operatorVm.release.mutationOptions({
      onSuccess: () => {
        onClose();
        return changed(`Released ${name}`);
      },
    }),
  );
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title={`Release ${name}?`}
      lead="It stays stopped, and its owner can start it again."
      action="Release VM"
      busy={release.isPending}
      error={release.error}
      plan={planOf(trpc.changePlan.operatorVm.release, { vm_id })}
      onSubmit={(event) => {
        event.preventDefault();
        release.mutate({ vm_id });
      }}
    >
      {null}
    </FormDialog>
  );
}
