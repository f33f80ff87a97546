import { route } from "@/server/prefetch.tsx";
import { CreateVmPage } from "@/vms/create/create-vm-page.tsx";
import { vmKindOf, vmMetadata } from "@/vms/vm-kind-route.ts";
import { offeringInputs } from "@/vms/vm-queries.ts";

export const generateMetadata = vmMetadata(({ one }) => `New ${one}`);

export default route<PageProps<"/workspaces/[workspaceId]/[vmKind]/new">>(
  ({ vmKind }) => <CreateVmPage kind={vmKindOf(vmKind)} />,
  ({ trpc, ask }, { workspaceId, vmKind }) => {
    const { plans, images, sites } = offeringInputs(workspaceId, vmKindOf(vmKind));
    return [
      ask(trpc.plan.list.queryOptions(plans)),
      ask(trpc.image.list.queryOptions(images)),
      ask(trpc.site.list.queryOptions(sites)),
    ];
  },
);
