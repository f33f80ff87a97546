import { Prefetched } from "@/server/prefetch.tsx";
import { CreateVmPage } from "./create-vm-page.tsx";
import { offeringInputs, type VmKind } from "./vm-queries.ts";

/** The route of the create page for either kind of VM, with its prefetched options. */
export function newVmRoute(kind: VmKind) {
  return async ({ params }: { readonly params: Promise<{ readonly workspaceId: string }> }) => {
    const inputs = offeringInputs((await params).workspaceId, kind);
    return (
      <Prefetched
        load={({ trpc, ask }) => [
          ask(trpc.plan.list.queryOptions(inputs.plans)),
          ask(trpc.image.list.queryOptions(inputs.images)),
          ask(trpc.site.list.queryOptions(inputs.sites)),
        ]}
      >
        <CreateVmPage kind={kind} />
      </Prefetched>
    );
  };
}
