"use client";

import { rolesWith } from "@fulmar/contract";
import { useQueries } from "@tanstack/react-query";
import { useSearchParams } from "next/navigation";
import { useTRPC } from "@/client/trpc.ts";
import { PageHeader } from "@/components/page-header.tsx";
import { ProblemPanel } from "@/components/problem-panel.tsx";
import { RoleGate } from "@/components/role-gate.tsx";
import { workspaceHref } from "@/shell/destinations.ts";
import { useWorkspace } from "@/shell/workspace.tsx";
import { useVmQuery } from "../use-vm-query.ts";
import { offeringInputs, VM_PAGES, type VmKind } from "../vm-queries.ts";
import { CreateVmForm } from "./create-vm-form.tsx";

export function CreateVmPage({ kind }: { kind: VmKind }) {
  const { workspaceId } = useWorkspace();
  const { page, title, one } = VM_PAGES[kind];
  return (
    <>
      <PageHeader crumbs={[{ label: title, href: workspaceHref(workspaceId, page) }]} title={`New ${one}`} />
      <RoleGate may={rolesWith("vm.write")} verbPhrase={`create ${title}`}>
        <Offerings kind={kind} />
      </RoleGate>
    </>
  );
}

/** The form needs all three lists, so it is rendered once they have loaded. */
function Offerings({ kind }: { kind: VmKind }) {
  const { workspaceId } = useWorkspace();
  const trpc = useTRPC();
  const inputs = offeringInputs(workspaceId, kind);
  // The VM whose choices the new one begins with.
  const from = useSearchParams().get("from");
  const model = useVmQuery(kind, from);
  const [plans, images, sites] = useQueries({
    queries: [
      trpc.plan.list.queryOptions(inputs.plans),
      trpc.image.list.queryOptions(inputs.images),
      trpc.site.list.queryOptions(inputs.sites),
    ],
  });
  // A VM that is gone is no reason not to create one.
  const waits = from !== null && model.isPending;
  if (plans.data && images.data && sites.data && !waits) {
    return (
      <CreateVmForm
        kind={kind}
        plans={plans.data.items}
        images={images.data.items}
        sites={sites.data.items}
        model={model.data}
      />
    );
  }
  const failed = [plans, images, sites].find((query) => query.error !== null);
  if (failed)
    return (
      <ProblemPanel
        error={failed.error}
        onRetry={() => void Promise.all([plans.refetch(), images.refetch(), sites.refetch()])}
      />
    );
  return (
    <div role="status" aria-label="Loading" className="space-y-6">
      <div className="skeleton h-9 max-w-md" />
      <div className="skeleton h-40" />
      <div className="skeleton h-40" />
    </div>
  );
}
