"use client";

import { type CloudVm, type VmAction, vmRefusal } from "@fulmar/contract";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Play, Power, RotateCw, Trash2 } from "lucide-react";
import { useState } from "react";
import { problemOf } from "@/client/problem.ts";
import { useTRPC } from "@/client/trpc.ts";
import { Button } from "@/components/button.tsx";
import { Confirm } from "@/components/confirm.tsx";
import { notify } from "@/components/toast-store.ts";
import { useWorkspace } from "@/shell/workspace.tsx";
import { ForceOption } from "./force-option.tsx";

type Asked = "stop" | "reboot" | "delete";

/** What can be done with a VM now. What cannot says why: the states' table that the server decides by, then the role. */
export function VmActions({ vm }: { vm: CloudVm }) {
  const { workspaceId, roleRefusal } = useWorkspace();
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const [asked, setAsked] = useState<Asked | null>(null);
  const [force, setForce] = useState(false);
  const target = { workspace_id: workspaceId, vm_id: vm.id };
  const refusal = (action: VmAction) => roleRefusal("vm.write") ?? vmRefusal(vm.status, action)?.reason ?? null;
  const accepted = (doing: string) => ({
    onSuccess: async () => {
      setAsked(null);
      setForce(false);
      notify.done(`${doing} ${vm.name}`);
      await Promise.all([queryClient.invalidateQueries(trpc.cloudVm.pathFilter()), queryClient.invalidateQueries(trpc.operation.pathFilter())]);
    },
  });
  const start = useMutation(
    trpc.cloudVm.start.mutationOptions({ ...accepted("Starting"), onError: (error) => notify.failed(`${vm.name} was not started`, problemOf(error).detail) }),
  );
  const stop = useMutation(trpc.cloudVm.stop.mutationOptions(accepted("Stopping")));
  const reboot = useMutation(trpc.cloudVm.reboot.mutationOptions(accepted("Rebooting")));
  const remove = useMutation(trpc.cloudVm.delete.mutationOptions(accepted("Deleting")));
  const ask = (action: Asked) => {
    for (const mutation of [stop, reboot, remove]) mutation.reset();
    setAsked(action);
  };
  const dialog = (action: Asked) => ({ open: asked === action, onClose: () => setAsked(null) });

  return (
    <>
      <Button onClick={() => start.mutate(target)} busy={start.isPending} refusal={refusal("start")}>
        <Play className="size-4" aria-hidden />
        Start
      </Button>
      <Button onClick={() => ask("stop")} refusal={refusal("stop")}>
        <Power className="size-4" aria-hidden />
        Stop
      </Button>
      <Button onClick={() => ask("reboot")} refusal={refusal("reboot")}>
        <RotateCw className="size-4" aria-hidden />
        Reboot
      </Button>
      <Button look="remove" onClick={() => ask("delete")} refusal={refusal("delete")}>
        <Trash2 className="size-4" aria-hidden />
        Delete
      </Button>
      <Confirm
        {...dialog("stop")}
        title={`Stop ${vm.name}?`}
        lead="What runs on it ends. It keeps its disk and its addresses, and can be started again."
        action="Stop VM"
        busy={stop.isPending}
        error={stop.error}
        onConfirm={() => stop.mutate({ ...target, force })}
      >
        <ForceOption checked={force} onChange={setForce} />
      </Confirm>
      <Confirm
        {...dialog("reboot")}
        title={`Reboot ${vm.name}?`}
        lead="It cannot be reached until it has come up again."
        action="Reboot VM"
        busy={reboot.isPending}
        error={reboot.error}
        onConfirm={() => reboot.mutate({ ...target, force })}
      >
        <ForceOption checked={force} onChange={setForce} />
      </Confirm>
      <Confirm
        {...dialog("delete")}
        title={`Delete ${vm.name}?`}
        lead="The machine and its root disk are destroyed. This cannot be undone."
        action="Delete VM"
        typeName={vm.name}
        busy={remove.isPending}
        error={remove.error}
        onConfirm={() => remove.mutate(target)}
      />
    </>
  );
}
