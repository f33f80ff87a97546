"use client";

import { useMutation } from "@tanstack/react-query";
import { useTRPC } from "@/client/trpc.ts";
import type { Vm } from "@/vms/use-vm-query.ts";
import { useVm } from "./vm-place.tsx";

/**
 * Changes a VM of either kind. There is one mutation per kind, of which one is used, because their answers differ in
 * type.
 */
export function useUpdateVm(handlers: { onSuccess: (vm: Vm) => unknown; onError?: (error: unknown) => void }) {
  const trpc = useTRPC();
  const { kind } = useVm();
  const cloud = useMutation(trpc.cloudVm.update.mutationOptions(handlers));
  const gpu = useMutation(trpc.gpuVm.update.mutationOptions(handlers));
  return kind === "gpu" ? gpu : cloud;
}
