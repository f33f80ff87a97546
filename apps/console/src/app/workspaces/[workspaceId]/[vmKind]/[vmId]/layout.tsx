import { layout } from "@/server/prefetch.tsx";
import { latestInput } from "@/vms/detail/tab-queries.ts";
import { VmLayout } from "@/vms/detail/vm-layout.tsx";
import { vmKindOf } from "@/vms/vm-kind-route.ts";
import { vmInput, vmProcedures } from "@/vms/vm-queries.ts";

export default layout<LayoutProps<"/workspaces/[workspaceId]/[vmKind]/[vmId]">>(
  ({ vmKind, vmId, children }) => (
    <VmLayout kind={vmKindOf(vmKind)} vmId={vmId}>
      {children}
    </VmLayout>
  ),
  ({ trpc, ask }, { workspaceId, vmKind, vmId }) => {
    const kind = vmKindOf(vmKind);
    const input = vmInput(workspaceId, vmId);
    return [
      kind === "gpu" ? ask(trpc.gpuVm.get.queryOptions(input)) : ask(trpc.cloudVm.get.queryOptions(input)),
      ask(vmProcedures(trpc, kind).vm.operations.queryOptions(latestInput(workspaceId, vmId))),
    ];
  },
);
