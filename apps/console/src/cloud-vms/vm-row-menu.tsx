"use client";

import { vmRefusal } from "@fulmar/contract";
import { ActionMenu } from "@/components/action-menu.tsx";
import { useWorkspace } from "@/shell/workspace.tsx";
import type { AnyVm } from "./any-vm.ts";
import { POWER, POWER_ACTIONS } from "./power.ts";
import { useVmListContext } from "./vm-list-context.ts";

/** What can be done with a VM of the list, and why not what cannot: by the table that the server decides by. */
export function VmRowMenu({ vm }: { vm: AnyVm }) {
  const { act } = useVmListContext();
  const { roleRefusal } = useWorkspace();
  const denied = roleRefusal("vm.write");
  return (
    <div className="text-right">
      <ActionMenu
        label={`Actions for ${vm.name}`}
        actions={POWER_ACTIONS.map((action) => ({
          label: POWER[action].verb,
          refusal: denied ?? vmRefusal(vm.status, action)?.reason ?? null,
          onSelect: () => act(action, vm),
          remove: action === "delete",
        }))}
      />
    </div>
  );
}
