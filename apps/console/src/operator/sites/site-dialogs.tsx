"use client";

import type { OperatorSiteDetails } from "@fulmar/contract";
import { useMutation } from "@tanstack/react-query";
import { useWatch } from "react-hook-form";
import { defineForm, text, useForm } from "@/client/form.ts";
import { planOf } from "@/client/plan-question.ts";
import { useTRPC } from "@/client/trpc.ts";
import type { DialogState } from "@/components/dialog-button.tsx";
import { TextField } from "@/components/field.tsx";
import { ChangeDialog, FormDialog } from "@/components/form-dialog.tsx";
import { useInstallationChanged } from "../use-changed.ts";

type ForOne = { readonly site: OperatorSiteDetails } & DialogState;

const closeSite = defineForm(async () => (await import("@fulmar/contract/operator")).SiteClosing, { reason: text() });

export function CloseSite({ site: { site_id, name }, ...state }: ForOne) {
  const trpc = useTRPC();
  const changed = useInstallationChanged();
  const form = useForm(closeSite);
  const body = closeSite.body(useWatch({ control: form.control, compute: (all) => all }));
  return (
    <ChangeDialog
      {...state}
      form={form}
      title={`Close ${name}?`}
      lead="Nothing new is created there until an operator opens it. What is there works on."
      action="Close site"
      change={trpc.operatorSite.close}
      inputOf={(sent) => ({ site_id, ...sent })}
      onDone={() => changed(`Closed ${name}`)}
      plan={body.reason === "" ? null : planOf(trpc.changePlan.operatorSite.close, { site_id, ...body })}
    >
      <TextField label="Reason" autoComplete="off" hint="Operators see it." {...form.field("reason")} />
    </ChangeDialog>
  );
}

const fenceSite = defineForm(async () => (await import("@fulmar/contract/operator")).SiteFencing, { reason: text() });

export function FenceSite({ site: { site_id, name }, ...state }: ForOne) {
  const trpc = useTRPC();
  const changed = useInstallationChanged();
  const form = useForm(fenceSite);
  const body = fenceSite.body(useWatch({ control: form.control, compute: (all) => all }));
  return (
    <ChangeDialog
      {...state}
      form={form}
      title={`Fence ${name}?`}
      lead="No worker changes anything there until an operator resumes it. What is there runs on."
      action="Fence site"
      change={trpc.operatorSite.fence}
      inputOf={(sent) => ({ site_id, ...sent })}
      onDone={() => changed(`Fenced ${name}`)}
      plan={body.reason === "" ? null : planOf(trpc.changePlan.operatorSite.fence, { site_id, ...body })}
    >
      <TextField label="Reason" autoComplete="off" hint="Tenants see it on what waits." {...form.field("reason")} />
    </ChangeDialog>
  );
}

export function OpenSite({ site: { site_id, name }, open, onClose }: ForOne) {
  const trpc = useTRPC();
  const changed = useInstallationChanged();
  const opening = useMutation(
    trpc.operatorSite.open.mutationOptions({
      onSuccess: () => {
        onClose();
        return changed(`Opened ${name}`);
      },
    }),
  );
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title={`Open ${name}?`}
      lead="New resources can be created there again."
      action="Open site"
      busy={opening.isPending}
      error={opening.error}
      plan={planOf(trpc.changePlan.operatorSite.open, { site_id })}
      onSubmit={(event) => {
        event.preventDefault();
        opening.mutate({ site_id });
      }}
    >
      {null}
    </FormDialog>
  );
}
