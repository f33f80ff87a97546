"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { wholeInput } from "@/client/list.ts";
import { useTRPC } from "@/client/trpc.ts";
import { CheckOption } from "@/components/check-option.tsx";
import type { DialogState } from "@/components/dialog-button.tsx";
import { FormDialog } from "@/components/form-dialog.tsx";
import { useChanged } from "@/shell/use-changed.ts";
import { useWorkspace } from "@/shell/workspace.tsx";
import { useUpdateVm, useVm } from "../vm-place.tsx";

/** Selects the VM's firewall groups, all at once. */
export function GroupsDialog({ open, onClose }: DialogState) {
  const { workspaceId } = useWorkspace();
  const trpc = useTRPC();
  const { vm, target } = useVm();
  const changed = useChanged();
  const [chosen, setChosen] = useState<readonly string[]>(vm.firewall_group_ids);
  const groups = useQuery(trpc.firewallGroup.list.queryOptions(wholeInput(workspaceId)));
  const update = useUpdateVm({
    onSuccess: () => {
      onClose();
      return changed(`The firewall groups of ${vm.name} are changed`);
    },
  });
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title={`Firewall groups of ${vm.name}`}
      lead="The rules of all its groups apply together, with those of its subnets' groups. Without a group, nothing is filtered."
      action="Save groups"
      busy={update.isPending}
      error={update.error ?? groups.error}
      onSubmit={(event) => {
        event.preventDefault();
        update.mutate({ ...target, firewall_group_ids: [...chosen] });
      }}
    >
      <fieldset className="max-h-72 space-y-2 overflow-y-auto p-1">
        <legend className="sr-only">Firewall groups</legend>
        {groups.data?.items.length === 0 && (
          <p className="text-ink-muted">There is no firewall group yet; create one under Firewall groups.</p>
        )}
        {groups.data?.items.map(({ firewall_group_id: id, name, description }) => (
          <CheckOption
            key={id}
            label={name}
            hint={description ?? undefined}
            checked={chosen.includes(id)}
            onChange={(event) =>
              setChosen(event.currentTarget.checked ? [...chosen, id] : chosen.filter((other) => other !== id))
            }
          />
        ))}
      </fieldset>
    </FormDialog>
  );
}
