"use client";

import type { OperatorResumePreview, OperatorSiteDetails, OperatorUnknownResource } from "@fulmar/contract";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useWatch } from "react-hook-form";
import { defineForm, optionalText, text, useForm } from "@/client/form.ts";
import { planOf } from "@/client/plan-question.ts";
import { useDialogChange } from "@/client/procedure.ts";
import { useTRPC } from "@/client/trpc.ts";
import { Confirm } from "@/components/confirm.tsx";
import { DateTime } from "@/components/date-time.tsx";
import type { DialogState } from "@/components/dialog-button.tsx";
import { SelectField, TextField } from "@/components/field.tsx";
import { ChangeDialog } from "@/components/form-dialog.tsx";
import { KIND_NAME } from "@/settings/site-labels.ts";
import { useInstallationChanged } from "../use-changed.ts";

type ForOne = { readonly unknown: OperatorUnknownResource } & DialogState;

const CARRIED_OUT = "A worker carries it out within seconds; the decision says how it ended.";

const adoptUnknown = defineForm(async () => (await import("@fulmar/contract/operator")).UnknownAdoption, {
  workspace_id: optionalText,
  plan_id: optionalText,
  reason: text(),
});

export function AdoptUnknown({ unknown, ...state }: ForOne) {
  const { site_id, resource_id, kind, needs } = unknown;
  const name = unknown.name ?? resource_id;
  const trpc = useTRPC();
  const changed = useInstallationChanged();
  const form = useForm(adoptUnknown);
  const { data: plans = [], error } = useQuery({ ...trpc.operatorPlan.list.queryOptions(), enabled: kind === "vm" });
  const body = adoptUnknown.body(useWatch({ control: form.control, compute: (all) => all }));
  const isWhole =
    body.reason !== "" &&
    (!needs.includes("workspace") || body.workspace_id !== undefined) &&
    (!needs.includes("plan") || body.plan_id !== undefined);
  return (
    <ChangeDialog
      {...state}
      form={form}
      title={`Adopt ${name}?`}
      lead="Its records are made again, with those of the unknown resources that it needs, and it is charged from then on."
      action="Adopt"
      error={error}
      change={trpc.operatorUnknownResource.adopt}
      inputOf={(sent) => ({ site_id, resource_id, ...sent })}
      onDone={() => changed(`Decided to adopt ${name}`, CARRIED_OUT)}
      plan={isWhole ? planOf(trpc.changePlan.operatorUnknownResource.adopt, { site_id, resource_id, ...body }) : null}
    >
      <TextField
        label={needs.includes("workspace") ? "Workspace id" : "Another workspace id"}
        autoComplete="off"
        inputMode="numeric"
        hint={
          unknown.workspace_id === null
            ? "No record says whose it is."
            : `Without one, it goes back to ${unknown.organization_name}: ${unknown.workspace_name} ` +
              `(${unknown.workspace_id}).`
        }
        {...form.field("workspace_id")}
      />
      {kind === "vm" && (
        <SelectField label="Charged as" {...form.field("plan_id")}>
          <option value="">{needs.includes("plan") ? "choose a plan" : "its own plan"}</option>
          {plans.map((plan) => (
            <option key={plan.plan_id} value={plan.plan_id}>
              {plan.name}
            </option>
          ))}
        </SelectField>
      )}
      <TextField
        label="Reason"
        autoComplete="off"
        hint="Its owner sees it in the audit trail."
        {...form.field("reason")}
      />
    </ChangeDialog>
  );
}

export function DiscardUnknown({ unknown: { site_id, resource_id, kind, name }, ...state }: ForOne) {
  const trpc = useTRPC();
  const changed = useInstallationChanged();
  const [reason, setReason] = useState("");
  const confirm = name ?? resource_id;
  const input = { site_id, resource_id, confirm, reason: reason.trim() };
  const discard = useDialogChange(trpc.operatorUnknownResource.discard, state.onClose, () =>
    changed(`Decided to discard ${confirm}`, CARRIED_OUT),
  );
  return (
    <Confirm
      {...state}
      title={`Discard ${confirm}?`}
      lead={
        kind === "cdn_distribution"
          ? "Edges serve it no longer within a minute, and forget how it is served. What it serves from stays. " +
            "Nobody can bring it back."
          : `This ${KIND_NAME[kind]} is deleted from its site with all its data, for good. Nobody can bring it back.`
      }
      action="Discard for good"
      typeName={confirm}
      plan={input.reason === "" ? null : planOf(trpc.changePlan.operatorUnknownResource.discard, input)}
      busy={discard.isPending}
      error={discard.error}
      onConfirm={() => discard.mutate(input)}
    >
      <Reason hint="Its owner sees it in the audit trail." reason={reason} onChange={setReason} />
    </Confirm>
  );
}

/** Nothing is decided without a reason, and the form's button waits for it. */
function Reason({ reason, onChange, hint }: { reason: string; onChange: (reason: string) => void; hint: string }) {
  return (
    <TextField
      label="Reason"
      autoComplete="off"
      required
      maxLength={200}
      hint={hint}
      value={reason}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}

export function ResumeSite({
  site: { site_id, name, fenced },
  ...state
}: { readonly site: OperatorSiteDetails } & DialogState) {
  const trpc = useTRPC();
  const changed = useInstallationChanged();
  const [reason, setReason] = useState("");
  const found = useQuery({
    ...trpc.operatorSite.previewResume.queryOptions({ site_id }),
    enabled: state.open && fenced !== null,
  });
  const input = { site_id, reason: reason.trim() };
  const resume = useDialogChange(trpc.operatorSite.resume, state.onClose, () =>
    changed(`Decided to resume ${name}`, CARRIED_OUT),
  );
  return (
    <Confirm
      {...state}
      title={`Resume ${name}?`}
      lead={
        "This database drives the site from then on. No other database may drive it any more, and a copy of " +
        "one must never be resumed."
      }
      action="Resume site"
      typeName={name}
      plan={input.reason === "" ? null : planOf(trpc.changePlan.operatorSite.resume, input)}
      busy={resume.isPending || found.isPending}
      error={resume.error ?? found.error}
      onConfirm={() => resume.mutate(input)}
    >
      {found.data && <Findings found={found.data} />}
      <Reason hint="It is in the trail of operators." reason={reason} onChange={setReason} />
    </Confirm>
  );
}

/** What an operator should know before a site is resumed. */
function Findings({ found }: { found: OperatorResumePreview }) {
  const { detail, unknown, waiting_operations, operations_that_end, looked_at, problem, with_sites } = found;
  const counted = unknown.map(({ kind, count }) => `${count} × ${KIND_NAME[kind]}`).join(", ");
  return (
    <ul aria-label="Findings" className="list-disc space-y-1 pl-5 [overflow-wrap:anywhere]">
      <li>{detail}</li>
      <li>{counted === "" ? "Nothing there is unknown." : `Unknown, and kept as it is: ${counted}.`}</li>
      <li>Operations that wait and are carried out: {waiting_operations}.</li>
      <li>Operations that end as interrupted: {operations_that_end}.</li>
      {with_sites.length > 0 && <li>Resumed with it: {with_sites.join(", ")}.</li>}
      <li>
        {looked_at === null ? (
          "No worker has looked at the site yet."
        ) : (
          <>
            Last look: <DateTime iso={looked_at} />.
          </>
        )}
        {problem !== null && ` A worker cannot look: ${problem}`}
      </li>
    </ul>
  );
}
