"use client";

import { useQueries } from "@tanstack/react-query";
import { useTRPC } from "@/client/trpc.ts";
import { PageHeader } from "@/components/page-header.tsx";
import { ProblemPanel } from "@/components/problem-panel.tsx";
import { useWorkspace } from "@/shell/workspace.tsx";
import { CreateVmForm } from "./create-vm-form.tsx";
import { offeringInputs } from "./create-vm-queries.ts";

export function CreateVmPage() {
  const { workspaceId } = useWorkspace();
  return (
    <>
      <PageHeader crumbs={[{ label: "Cloud VMs", href: `/workspaces/${workspaceId}/cloud-vms` }]} title="New VM" />
      <Offerings workspaceId={workspaceId} />
    </>
  );
}

/** The form needs all three lists; it comes when they are there. */
function Offerings({ workspaceId }: { workspaceId: string }) {
  const trpc = useTRPC();
  const inputs = offeringInputs(workspaceId);
  const [plans, images, sites] = useQueries({
    queries: [trpc.plan.list.queryOptions(inputs.plans), trpc.image.list.queryOptions(inputs.images), trpc.site.list.queryOptions(inputs.sites)],
  });
  if (plans.data && images.data && sites.data) return <CreateVmForm plans={plans.data.items} images={images.data.items} sites={sites.data.items} />;
  const failed = [plans, images, sites].find((query) => query.error !== null);
  if (failed) return <ProblemPanel error={failed.error} onRetry={() => void Promise.all([plans.refetch(), images.refetch(), sites.refetch()])} />;
  return (
    <div role="status" aria-label="Loading" className="space-y-6">
      <div className="skeleton h-9 max-w-md" />
      <div className="skeleton h-40" />
      <div className="skeleton h-40" />
    </div>
  );
}
