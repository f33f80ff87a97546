"use client";

import type { OperatorHost } from "@fulmar/contract";
import { useQuery } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useWatch } from "react-hook-form";
import { defineForm, text, useForm } from "@/client/form.ts";
import { planOf } from "@/client/plan-question.ts";
import { useTRPC } from "@/client/trpc.ts";
import { CopyBlock } from "@/components/copy-block.tsx";
import type { DialogState } from "@/components/dialog-button.tsx";
import { TextField } from "@/components/field.tsx";
import { ChangeDialog } from "@/components/form-dialog.tsx";
import { Removal } from "../removal.tsx";
import { useInstallationChanged } from "../use-changed.ts";

const CARRIED_OUT = "A worker does it within seconds; the decision says how it ended.";

const newHost = defineForm(async () => (await import("@fulmar/contract/operator")).HostAddition, { endpoint: text() });

/** Has a host added to a site whose server does not know its other hosts. */
export function AddHost({ site_id, name, ...state }: { site_id: string; name: string } & DialogState) {
  const trpc = useTRPC();
  const changed = useInstallationChanged();
  const form = useForm(newHost);
  const body = newHost.body(useWatch({ control: form.control, compute: (all) => all }));
  const { data, error } = useQuery({
    ...trpc.operatorHost.getScript.queryOptions({ site_id }),
    enabled: state.open,
  });
  return (
    <ChangeDialog
      {...state}
      wide
      form={form}
      title={`Add a host to ${name}`}
      lead="Make the machine ready first: its script says what it needs. Then a worker reaches it and prepares it."
      action="Add host"
      error={error}
      change={trpc.operatorHost.add}
      inputOf={(sent) => ({ site_id, ...sent })}
      onDone={() => changed(`Adding a host to ${name}`, CARRIED_OUT)}
      plan={body.endpoint === "" ? null : planOf(trpc.changePlan.operatorHost.add, { site_id, ...body })}
    >
      {data && (
        <div className="max-h-72 overflow-y-auto">
          <CopyBlock label="Script for the machine" text={data.script} />
        </div>
      )}
      <TextField
        label="Endpoint"
        autoFocus
        autoComplete="off"
        placeholder="tls://kvm2.example.com:16514"
        hint="Of the machine's own server, as workers reach it, with the certificates of the site."
        {...form.field("endpoint")}
      />
    </ChangeDialog>
  );
}

/** Has a host removed that was added. Its page ends with it, so the page of its site says how it goes on. */
export function RemoveHost({ host, ...state }: { host: OperatorHost } & DialogState) {
  const { host_id, site_id, name } = host;
  const trpc = useTRPC();
  const changed = useInstallationChanged();
  const router = useRouter();
  return (
    <Removal
      {...state}
      name={name}
      lead="It has to be without VMs, and gets none from now on. It need not answer: what cannot be taken away there stays."
      action="Remove host"
      change={trpc.operatorHost.remove}
      plan={trpc.changePlan.operatorHost.remove}
      inputOf={(reason) => ({ host_id, confirm: name, reason })}
      onDone={() => {
        router.push(`/operator/sites/${site_id}`);
        return changed(`Removing ${name}`, CARRIED_OUT);
      }}
    />
  );
}
