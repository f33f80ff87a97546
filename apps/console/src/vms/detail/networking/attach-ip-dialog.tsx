"use client";

import type { ReservedIp } from "@fulmar/contract";
import { useQuery } from "@tanstack/react-query";
import { type ComponentProps, useState } from "react";
import { useTRPC } from "@/client/trpc.ts";
import type { DialogState } from "@/components/dialog-button.tsx";
import { SelectField } from "@/components/field.tsx";
import { ChoiceDialog } from "@/components/form-dialog.tsx";
import { useChanged } from "@/shell/use-changed.ts";
import { useWorkspace } from "@/shell/workspace.tsx";
import { freeIpsInput } from "../tab-queries.ts";
import { useVm } from "../vm-place.tsx";

/** Selects a free reserved IP of the VM's site. */
export function AttachIpDialog({ open, onClose }: DialogState) {
  const { workspaceId } = useWorkspace();
  const trpc = useTRPC();
  const { vm } = useVm();
  const changed = useChanged();
  const [ipId, setIpId] = useState("");
  const free = useQuery(trpc.reservedIp.list.queryOptions(freeIpsInput(workspaceId, vm.site_id)));
  const none = free.data?.items.length === 0 ? `No reserved IP at ${vm.site_id} is free; reserve one first.` : null;
  return (
    <ChoiceDialog
      open={open}
      onClose={onClose}
      title={`Attach a reserved IP to ${vm.name}`}
      lead="The VM can be reached at it, as far as its firewall groups allow."
      action="Attach IP"
      error={free.error}
      refusal={none ?? (ipId === "" ? "Choose a reserved IP first." : null)}
      change={trpc.reservedIp.attach}
      input={{ workspace_id: workspaceId, reserved_ip_id: ipId, vm_id: vm.id }}
      onDone={({ address }) => changed(`Attached ${address}`)}
    >
      <ReservedIpSelect
        label="Reserved IP"
        hint={none ?? undefined}
        empty="Choose a reserved IP"
        ips={free.data?.items ?? []}
        value={ipId}
        onChange={(event) => setIpId(event.currentTarget.value)}
      />
    </ChoiceDialog>
  );
}

/** @param empty the label of the empty option */
export function ReservedIpSelect({
  ips,
  empty,
  ...field
}: Omit<ComponentProps<typeof SelectField>, "children"> & { ips: readonly ReservedIp[]; empty: string }) {
  return (
    <SelectField {...field}>
      <option value="">{empty}</option>
      {ips.map(({ public_ip_id, address, label }) => (
        <option key={public_ip_id} value={public_ip_id}>
          {label === "" ? address : `${address} · ${label}`}
        </option>
      ))}
    </SelectField>
  );
}
