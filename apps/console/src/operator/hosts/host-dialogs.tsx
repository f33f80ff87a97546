"use client";

import type { OperatorDrainPreview, OperatorHost, OperatorLossPreview } from "@fulmar/contract";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useWatch } from "react-hook-form";
import { defineForm, nullableText, text, texts, useForm } from "@/client/form.ts";
import { planOf } from "@/client/plan-question.ts";
import { useTRPC } from "@/client/trpc.ts";
import type { DialogState } from "@/components/dialog-button.tsx";
import { TextField } from "@/components/field.tsx";
import { ChangeDialog, FormDialog } from "@/components/form-dialog.tsx";
import { useInstallationChanged } from "../use-changed.ts";

type ForOne = { readonly host: OperatorHost } & DialogState;

const schemas = () => import("@fulmar/contract/operator");

const editHost = defineForm(async () => (await schemas()).HostChange, { tags: texts(","), zone: nullableText });
const cordonHost = defineForm(async () => (await schemas()).HostCordon, { reason: text() });
const loseHost = defineForm(async () => (await schemas()).HostLoss, { reason: text() });
const drainHost = defineForm(async () => (await schemas()).HostDrain, { reason: text() });

export function EditHost({ host: { host_id, name, tags, zone }, ...state }: ForOne) {
  const trpc = useTRPC();
  const changed = useInstallationChanged();
  const form = useForm(editHost, { tags: tags.join(", "), zone: zone ?? "" });
  return (
    <ChangeDialog
      {...state}
      form={form}
      title={`Tags and zone of ${name}`}
      lead="Operators find hosts by them. Nothing moves."
      action="Save"
      change={trpc.operatorHost.update}
      inputOf={(sent) => ({ host_id, ...sent })}
      onDone={() => changed(`${name} is changed`)}
    >
      <TextField label="Tags" autoComplete="off" hint="Separated by commas" {...form.field("tags")} />
      <TextField label="Zone" autoComplete="off" hint="What fails together, such as a rack" {...form.field("zone")} />
    </ChangeDialog>
  );
}

export function CordonHost({ host: { host_id, name }, ...state }: ForOne) {
  const trpc = useTRPC();
  const changed = useInstallationChanged();
  const form = useForm(cordonHost);
  const body = cordonHost.body(useWatch({ control: form.control, compute: (all) => all }));
  return (
    <ChangeDialog
      {...state}
      form={form}
      title={`Cordon ${name}?`}
      lead="It gets no new VMs until it is restored. Those on it stay and work on."
      action="Cordon host"
      change={trpc.operatorHost.cordon}
      inputOf={(sent) => ({ host_id, ...sent })}
      onDone={() => changed(`Cordoned ${name}`)}
      plan={body.reason === "" ? null : planOf(trpc.changePlan.operatorHost.cordon, { host_id, ...body })}
    >
      <TextField label="Reason" autoComplete="off" hint="Operators see it." {...form.field("reason")} />
    </ChangeDialog>
  );
}

export function DrainHost({ host: { host_id, name }, ...state }: ForOne) {
  const trpc = useTRPC();
  const changed = useInstallationChanged();
  const form = useForm(drainHost);
  const preview = useQuery({ ...trpc.operatorHost.previewDrain.queryOptions({ host_id }), enabled: state.open });
  const body = drainHost.body(useWatch({ control: form.control, compute: (all) => all }));
  return (
    <ChangeDialog
      {...state}
      form={form}
      title={`Drain ${name}?`}
      lead="Its VMs move to the other hosts of the site, a few at a time, and it gets no new ones until it is restored."
      action="Drain host"
      error={preview.error}
      change={trpc.operatorHost.drain}
      inputOf={(sent) => ({ host_id, ...sent })}
      onDone={() => changed(`Decided to drain ${name}`, "A worker moves its VMs; their owners see the operations.")}
      plan={body.reason === "" ? null : planOf(trpc.changePlan.operatorHost.drain, { host_id, ...body })}
    >
      {preview.data && <Moves preview={preview.data} />}
      <TextField label="Reason" autoComplete="off" hint="Operators see it." {...form.field("reason")} />
    </ChangeDialog>
  );
}

const vmsOf = (count: number) => `${count} ${count === 1 ? "VM" : "VMs"}`;

/** What a drain moves, and what stays. */
function Moves({ preview: { live, restarted, stopped, blocked, blockers } }: { preview: OperatorDrainPreview }) {
  return (
    <ul aria-label="What moves" className="list-disc space-y-1 pl-5 [overflow-wrap:anywhere]">
      <li>{`Move while they run: ${vmsOf(live)}.`}</li>
      {restarted > 0 && <li>{`Are stopped, moved and started: ${vmsOf(restarted)}.`}</li>}
      {stopped > 0 && <li>{`Move stopped, as they are: ${vmsOf(stopped)}.`}</li>}
      <li>{`Stay: ${vmsOf(blocked)}.`}</li>
      {blockers.map(({ vm_id, name, organization_name, detail }) => (
        <li key={vm_id}>{`${name} (${organization_name}): ${detail}`}</li>
      ))}
    </ul>
  );
}

export function DeclareHostLost({ host: { host_id, name }, ...state }: ForOne) {
  const trpc = useTRPC();
  const changed = useInstallationChanged();
  const form = useForm(loseHost);
  const preview = useQuery({ ...trpc.operatorHost.previewLoss.queryOptions({ host_id }), enabled: state.open });
  const body = loseHost.body(useWatch({ control: form.control, compute: (all) => all }));
  return (
    <ChangeDialog
      {...state}
      form={form}
      title={`Declare ${name} lost?`}
      lead="Its VMs start on the other hosts of the site, once the fence hook has turned it off. Others wait in error."
      action="Declare lost"
      error={preview.error}
      change={trpc.operatorHost.declareLost}
      inputOf={(sent) => ({ host_id, ...sent })}
      onDone={() => changed(`Declared ${name} lost`, "A worker fences it; owners see the operations of their VMs.")}
      plan={body.reason === "" ? null : planOf(trpc.changePlan.operatorHost.declareLost, { host_id, ...body })}
    >
      {preview.data && <Losses preview={preview.data} />}
      <TextField label="Reason" autoComplete="off" hint="Operators see it." {...form.field("reason")} />
    </ChangeDialog>
  );
}

const FENCE_WORDS: Readonly<Record<OperatorLossPreview["fence"], string>> = {
  needed: "The fence hook turns the host off first.",
  missing: "There is no fence hook, so nothing can start elsewhere: set FULMAR_FENCE_HOOK first.",
  not_needed: "The disks are the host's own, so nothing starts elsewhere.",
};

const OUTCOME_WORDS: Readonly<Record<OperatorLossPreview["machines"][number]["outcome"], string>> = {
  starts_elsewhere: "starts on another host",
  moves_stopped: "moves stopped, as it is",
  error: "waits in error",
  stays: "stays as it is",
};

/** What becomes of each VM of a lost host. */
function Losses({ preview: { fence, machines } }: { preview: OperatorLossPreview }) {
  return (
    <ul
      aria-label="What becomes of its VMs"
      className="max-h-60 list-disc space-y-1 overflow-y-auto pl-5 [overflow-wrap:anywhere]"
    >
      <li>{FENCE_WORDS[fence]}</li>
      {machines.map(({ vm_id, name, organization_name, outcome, detail }) => (
        <li key={vm_id}>
          {`${name} (${organization_name}) ${OUTCOME_WORDS[outcome]}.`}
          {detail !== null && ` ${detail}`}
        </li>
      ))}
    </ul>
  );
}

export function RestoreHost({ host: { host_id, name }, open, onClose }: ForOne) {
  const trpc = useTRPC();
  const changed = useInstallationChanged();
  const restore = useMutation(
    trpc.operatorHost.restore.mutationOptions({
      onSuccess: () => {
        onClose();
        return changed(`Restored ${name}`);
      },
    }),
  );
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title={`Restore ${name}?`}
      lead="It takes new VMs again. Nothing moves back."
      action="Restore host"
      busy={restore.isPending}
      error={restore.error}
      plan={planOf(trpc.changePlan.operatorHost.restore, { host_id })}
      onSubmit={(event) => {
        event.preventDefault();
        restore.mutate({ host_id });
      }}
    >
      {null}
    </FormDialog>
  );
}
