import type { Metadata } from "next";
import { OperatorVmPage } from "@/operator/vms/vm-page.tsx";
import { route } from "@/server/prefetch.tsx";

export const metadata: Metadata = { title: "VM" };

export default route<PageProps<"/operator/vms/[vmId]">>(OperatorVmPage, ({ trpc, ask }, { vmId }) => [
  ask(trpc.operatorVm.get.queryOptions({ vm_id: vmId })),
]);
