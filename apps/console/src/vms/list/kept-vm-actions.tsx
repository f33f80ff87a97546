"use client";

import { useTRPC } from "@/client/trpc.ts";
import { KeptActions } from "@/deletion/kept-actions.tsx";
import { useWorkspace } from "@/shell/workspace.tsx";
import { type AnyVm, type VmKind, vmInput, vmPlans, vmProcedures } from "../vm-queries.ts";

/** Restores a deleted VM of the list, or deletes it for good. */
export function KeptVmActions({ kind, vm: { id, name } }: { kind: VmKind; vm: AnyVm }) {
  const { workspaceId, roleRefusal } = useWorkspace();
  const trpc = useTRPC();
  const { restore, purge } = vmProcedures(trpc, kind).vm;
  return (
    <KeptActions
      what="VM"
      name={name}
      refusal={roleRefusal("vm.write")}
      restored={`Restoring ${name}`}
      input={vmInput(workspaceId, id)}
      restore={restore}
      purge={purge}
      plan={vmPlans(trpc, kind).vm.purge}
    />
  );
}
