import { BillingFrame } from "@/billing/billing-frame.tsx";
import { detailsInput, mayReadWallet } from "@/billing/billing-queries.ts";
import { Prefetched } from "@/server/prefetch.tsx";
import { requireWorkspace } from "@/server/session.ts";

export default async function BillingLayout({ children, params }: LayoutProps<"/workspaces/[workspaceId]/billing">) {
  const { workspaceId } = await params;
  const { organization } = await requireWorkspace(workspaceId);
  return (
    <Prefetched
      load={({ trpc, ask }) =>
        mayReadWallet(organization) ? [ask(trpc.billingDetails.get.queryOptions(detailsInput(workspaceId)))] : []
      }
    >
      <BillingFrame>{children}</BillingFrame>
    </Prefetched>
  );
}
