"use client";

import type { OperatorAddress } from "@fulmar/contract";
import { useMutation } from "@tanstack/react-query";
import { useWatch } from "react-hook-form";
import { defineForm, text, useForm } from "@/client/form.ts";
import { planOf } from "@/client/plan-question.ts";
import { useTRPC } from "@/client/trpc.ts";
import type { DialogState } from "@/components/dialog-button.tsx";
import { TextField } from "@/components/field.tsx";
import { ChangeDialog, FormDialog } from "@/components/form-dialog.tsx";
import { useInstallationChanged } from "../use-changed.ts";

type ForOne = { readonly address: OperatorAddress } & DialogState;

const isolateAddress = defineForm(async () => (await import("@fulmar/contract/operator")).AddressIsolation, {
  reason: text(),
});

export function IsolateAddress({ address: { address }, ...state }: ForOne) {
  const trpc = useTRPC();
  const changed = useInstallationChanged();
  const form = useForm(isolateAddress);
  const body = isolateAddress.body(useWatch({ control: form.control, compute: (all) => all }));
  return (
    <ChangeDialog
      {...state}
      form={form}
      title={`Isolate ${address}?`}
      lead={
        "It is taken off the network within seconds. What it is attached to keeps running, and its owner " +
        "cannot move or release the address until an operator releases it."
      }
      action="Isolate address"
      change={trpc.operatorAddress.isolate}
      inputOf={(sent) => ({ address, ...sent })}
      onDone={() => changed(`Isolated ${address}`, "Its owner sees the reason.")}
      plan={body.reason === "" ? null : planOf(trpc.changePlan.operatorAddress.isolate, { address, ...body })}
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

export function ReleaseAddress({ address: { address }, open, onClose }: ForOne) {
  const trpc = useTRPC();
  const changed = useInstallationChanged();
  const release = useMutation(
    trpc.operatorAddress.release.mutationOptions({
      onSuccess: () => {
        onClose();
        return changed(`Released ${address}`);
      },
    }),
  );
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title={`Release ${address}?`}
      lead="It is put back on the network within seconds, and its owner can move and release it again."
      action="Release address"
      busy={release.isPending}
      error={release.error}
      plan={planOf(trpc.changePlan.operatorAddress.release, { address })}
      onSubmit={(event) => {
        event.preventDefault();
        release.mutate({ address });
      }}
    >
      {null}
    </FormDialog>
  );
}
