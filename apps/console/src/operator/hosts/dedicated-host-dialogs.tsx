"use client";

import { MOVE_BLOCKER_WORDS, type OperatorHost, type OperatorHostVm } from "@fulmar/contract";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useWatch } from "react-hook-form";
import { chosen, defineForm, useForm } from "@/client/form.ts";
import { planOf } from "@/client/plan-question.ts";
import { useTRPC } from "@/client/trpc.ts";
import { useSettled } from "@/client/use-settled.ts";
import type { DialogState } from "@/components/dialog-button.tsx";
import { SelectField, TextField } from "@/components/field.tsx";
import { ChangeDialog, ChoiceDialog } from "@/components/form-dialog.tsx";
import { useInstallationChanged } from "../use-changed.ts";

type ForOne = { readonly host: OperatorHost } & DialogState;
type OtherVms = "refuse" | "move";

const dedicateHost = defineForm(async () => (await import("@fulmar/contract/operator")).HostDedication, {
  organization_id: chosen(""),
  other_vms: chosen<OtherVms>("refuse"),
});

/** The organizations that a search shows. */
const FOUND = { limit: 20 };

export function DedicateHost({ host: { host_id, name }, ...state }: ForOne) {
  const trpc = useTRPC();
  const changed = useInstallationChanged();
  const form = useForm(dedicateHost);
  const body = dedicateHost.body(useWatch({ control: form.control, compute: (all) => all }));
  const [typed, setTyped] = useState("");
  const search = useSettled(typed.trim());
  const found = useQuery({
    ...trpc.operatorOrganization.list.queryOptions({ ...FOUND, ...(search !== "" && { search }) }),
    enabled: state.open,
    placeholderData: keepPreviousData,
  });
  const { organization_id } = body;
  return (
    <ChangeDialog
      {...state}
      form={form}
      title={`Dedicate ${name}?`}
      lead="Only VMs of the organization that ask for it go there. What it has there already stays."
      action="Dedicate host"
      error={found.error}
      change={trpc.operatorHost.dedicate}
      inputOf={(sent) => ({ host_id, ...sent })}
      onDone={({ dedicated_organization_name: whose }) => changed(`Dedicated ${name} to ${whose}`)}
      plan={organization_id === "" ? null : planOf(trpc.changePlan.operatorHost.dedicate, { host_id, ...body })}
    >
      <TextField
        label="Find organizations"
        type="search"
        autoComplete="off"
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
        // Enter would send the form around the field.
        onKeyDown={(event) => event.key === "Enter" && event.preventDefault()}
      />
      <SelectField label="Organization" {...form.field("organization_id")}>
        <option value="">Choose one</option>
        {found.data?.items.map((organization) => (
          <option key={organization.organization_id} value={organization.organization_id}>
            {`${organization.name} · ${organization.organization_id}`}
          </option>
        ))}
      </SelectField>
      {organization_id !== "" && (
        <Astray hostId={host_id} isAstray={(vm) => vm.dedicated || vm.organization_id !== organization_id} />
      )}
      <SelectField label="What becomes of them" {...form.field("other_vms")}>
        <OtherVmsOptions />
      </SelectField>
    </ChangeDialog>
  );
}

export function ReleaseHost({ host: { host_id, name, dedicated_organization_name: whose }, ...state }: ForOne) {
  const trpc = useTRPC();
  const changed = useInstallationChanged();
  const [otherVms, setOtherVms] = useState<OtherVms>("refuse");
  const input = { host_id, other_vms: otherVms };
  return (
    <ChoiceDialog
      {...state}
      title={`Take ${name} back?`}
      lead={`It is dedicated to ${whose}. Then all organizations share it.`}
      action="Take host back"
      change={trpc.operatorHost.release}
      input={input}
      onDone={() => changed(`All organizations share ${name}`)}
      plan={planOf(trpc.changePlan.operatorHost.release, input)}
    >
      <Astray hostId={host_id} isAstray={({ dedicated }) => dedicated} />
      <SelectField
        label="What becomes of them"
        value={otherVms}
        onChange={({ currentTarget: { value } }) => setOtherVms(value === "move" ? "move" : "refuse")}
      >
        <OtherVmsOptions />
      </SelectField>
    </ChoiceDialog>
  );
}

function OtherVmsOptions() {
  return (
    <>
      <option value="refuse">Are named, and nothing changes</option>
      <option value="move">Move to other hosts of the site</option>
    </>
  );
}

/** The VMs that may not stay, with whose they are and what keeps them. */
function Astray({ hostId, isAstray }: { hostId: string; isAstray: (vm: OperatorHostVm) => boolean }) {
  const vms = useQuery(useTRPC().operatorHost.listVms.queryOptions({ host_id: hostId, limit: 100 }));
  if (vms.data === undefined) return null;
  const astray = vms.data.items.filter(isAstray);
  return (
    <ul
      aria-label="VMs that may not stay"
      className="max-h-60 list-disc space-y-1 overflow-y-auto pl-5 [overflow-wrap:anywhere]"
    >
      {astray.length === 0 && <li>{vms.data.nextCursor === null ? "None." : "None of the first 100."}</li>}
      {astray.map(({ vm_id, name, organization_name, blocker }) => (
        <li key={vm_id}>
          {`${name} (${organization_name})`}
          {blocker !== null && `: ${MOVE_BLOCKER_WORDS[blocker]}`}
        </li>
      ))}
    </ul>
  );
}
