"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { problemOf } from "@/client/problem.ts";
import { notify } from "@/components/toast-store.ts";
import type { VmKind } from "@/vm-detail/vm-kind.ts";
import type { AnyVm } from "./any-vm.ts";
import { usePower } from "./use-power.ts";

/** Starts a VM, which hurts nobody: without a question before it. */
export function useStart(kind: VmKind): (vm: AnyVm) => void {
  const power = usePower(kind);
  const queryClient = useQueryClient();
  const start = useMutation({
    mutationFn: (vm: AnyVm) => power("start", vm.id, false),
    onSuccess: async (_, vm) => {
      notify.begun(`Starting ${vm.name}`);
      await queryClient.invalidateQueries();
    },
    onError: (error, vm) => notify.failed(`${vm.name} was not started`, problemOf(error).detail),
  });
  return start.mutate;
}
