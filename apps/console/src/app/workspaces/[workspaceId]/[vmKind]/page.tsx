import { askList, route } from "@/server/prefetch.tsx";
import { VmListPage } from "@/vms/list/vm-list.tsx";
import { vmKindOf, vmMetadata } from "@/vms/vm-kind-route.ts";
import { VM_LISTS } from "@/vms/vm-queries.ts";

export const generateMetadata = vmMetadata(({ title }) => title);

export default route<PageProps<"/workspaces/[workspaceId]/[vmKind]">>(
  ({ vmKind }) => <VmListPage kind={vmKindOf(vmKind)} />,
  (request, { workspaceId, vmKind }, search) => askList(request, VM_LISTS[vmKindOf(vmKind)], { workspaceId }, search),
);
