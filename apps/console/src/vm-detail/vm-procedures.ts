import type { useTRPC } from "@/client/trpc.ts";
import type { VmKind } from "./vm-kind.ts";

/** The procedures of one kind of VM, in the browser and on the server. Both kinds have the same inputs and outputs. */
export function vmProcedures(trpc: ReturnType<typeof useTRPC>, kind: VmKind) {
  return kind === "gpu"
    ? {
        vm: trpc.gpuVm,
        snapshot: trpc.gpuSnapshot,
        policy: trpc.gpuBackupPolicy,
        backup: trpc.gpuBackup,
        metrics: trpc.gpuMetrics,
        bandwidth: trpc.gpuBandwidth,
      }
    : {
        vm: trpc.cloudVm,
        snapshot: trpc.snapshot,
        policy: trpc.backupPolicy,
        backup: trpc.backup,
        metrics: trpc.metrics,
        bandwidth: trpc.bandwidth,
      };
}
