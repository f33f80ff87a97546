"use client";

import type { OperatorBalancePreview } from "@fulmar/contract";
import { useQuery } from "@tanstack/react-query";
import { useWatch } from "react-hook-form";
import { chosen, defineForm, text, useForm } from "@/client/form.ts";
import { planOf } from "@/client/plan-question.ts";
import { useTRPC } from "@/client/trpc.ts";
import type { DialogState } from "@/components/dialog-button.tsx";
import { SelectField, TextField } from "@/components/field.tsx";
import { ChangeDialog, ChoiceDialog } from "@/components/form-dialog.tsx";
import { memory } from "@/vms/plan.ts";
import { useInstallationChanged } from "../use-changed.ts";

type ForOne = { readonly siteId: string } & DialogState;

const balanceSite = defineForm(async () => (await import("@fulmar/contract/operator")).SiteBalancing, {
  restarts: chosen<"refuse" | "allow">("refuse"),
  reason: text(),
});

export function BalanceSite({ siteId: site_id, ...state }: ForOne) {
  const trpc = useTRPC();
  const changed = useInstallationChanged();
  const form = useForm(balanceSite);
  const body = balanceSite.body(useWatch({ control: form.control, compute: (all) => all }));
  const { restarts } = body;
  const preview = useQuery({
    ...trpc.operatorSite.previewBalance.queryOptions({ site_id, restarts }),
    enabled: state.open,
  });
  return (
    <ChangeDialog
      {...state}
      form={form}
      title="Balance the hosts?"
      lead="VMs move to emptier hosts, a few at a time, until the hosts promise equal shares of their memory."
      action="Balance hosts"
      error={preview.error}
      change={trpc.operatorSite.balance}
      inputOf={(sent) => ({ site_id, ...sent })}
      onDone={() => changed("Decided to balance the hosts", "A worker moves VMs; their owners see the operations.")}
      plan={body.reason === "" ? null : planOf(trpc.changePlan.operatorSite.balance, { site_id, ...body })}
    >
      {preview.data && <Moves preview={preview.data} />}
      <SelectField label="VMs that cannot move while they run" {...form.field("restarts")}>
        <option value="refuse">Stay</option>
        <option value="allow">Are stopped, moved and started</option>
      </SelectField>
      <TextField label="Reason" autoComplete="off" hint="Operators see it." {...form.field("reason")} />
    </ChangeDialog>
  );
}

const WAYS: Readonly<Record<OperatorBalancePreview["moves"][number]["way"], string>> = {
  live: "while it runs",
  restarted: "stopped and started",
  stopped: "stopped, as it is",
};

function Moves({ preview: { hosts, vms, moves } }: { preview: OperatorBalancePreview }) {
  return (
    <ul aria-label="What moves" className="max-h-60 list-disc space-y-1 overflow-y-auto pl-5 [overflow-wrap:anywhere]">
      <li>
        {vms === 0 ? "Nothing: no move makes the hosts more equal." : `Move: ${vms} ${vms === 1 ? "VM" : "VMs"}.`}
      </li>
      {vms > 0 &&
        hosts.map(({ host_id, name, promised_ram_mb, promised_ram_mb_after, ram_mb }) => (
          <li key={host_id}>
            {`${name}: ${memory(promised_ram_mb)} promised, then ${memory(promised_ram_mb_after)}, of ${memory(ram_mb)}.`}
          </li>
        ))}
      {moves.map(({ vm_id, name, organization_name, from_host, to_host, way }) => (
        <li key={vm_id}>{`${name} (${organization_name}): ${from_host} to ${to_host}, ${WAYS[way]}.`}</li>
      ))}
    </ul>
  );
}

export function StopBalance({ siteId: site_id, ...state }: ForOne) {
  const trpc = useTRPC();
  const changed = useInstallationChanged();
  return (
    <ChoiceDialog
      {...state}
      title="Stop balancing?"
      lead="No further VM moves. Those that move already go on."
      action="Stop balancing"
      change={trpc.operatorSite.stopBalance}
      input={{ site_id }}
      onDone={() => changed("Stopped balancing")}
      plan={planOf(trpc.changePlan.operatorSite.stopBalance, { site_id })}
    >
      {null}
    </ChoiceDialog>
  );
}
