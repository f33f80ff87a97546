"use client";

import { useQuery } from "@tanstack/react-query";
import { LayoutDashboard } from "lucide-react";
import { useMemo } from "react";
import { refreshEvery } from "@/client/live.ts";
import { useTRPC } from "@/client/trpc.ts";
import { ButtonLink } from "@/components/button.tsx";
import { Loaded } from "@/components/loaded.tsx";
import { PageHeader } from "@/components/page-header.tsx";
import { Panel } from "@/components/problem-panel.tsx";
import { workspaceHref } from "@/shell/destinations.ts";
import { usePageActions } from "@/shell/page-actions.ts";
import { useWorkspace } from "@/shell/workspace.tsx";
import { Concerns } from "./concerns.tsx";
import { CountsSkeleton, FamilyCounts } from "./family-counts.tsx";
import { InFlight } from "./in-flight.tsx";
import { overviewInput } from "./overview-queries.ts";
import { Spend } from "./spend.tsx";

/** A workspace at a glance: what needs attention, what is under way, what there is, and what it has cost this month. */
export function OverviewPage() {
  const { workspaceId, workspaceName, roleRefusal } = useWorkspace();
  const trpc = useTRPC();
  const overview = useQuery({
    ...trpc.overview.get.queryOptions(overviewInput(workspaceId)),
    refetchInterval: () => refreshEvery(false),
  });
  usePageActions(
    useMemo(
      () => [
        { label: "Create a VM", href: workspaceHref(workspaceId, "cloud-vms/new"), refusal: roleRefusal("vm.write") },
      ],
      [workspaceId, roleRefusal],
    ),
  );
  return (
    <>
      <PageHeader title="Overview" lead={`What there is in ${workspaceName}, and what needs attention.`} />
      <Loaded query={overview} skeleton={<CountsSkeleton />}>
        {({ counts, concerns, spend }) => (
          <div className="space-y-8">
            {concerns.length > 0 && <Concerns concerns={concerns} />}
            {counts.length === 0 && roleRefusal("vm.read") === null ? <Empty /> : <FamilyCounts counts={counts} />}
            <div className="grid items-start gap-8 lg:grid-cols-[2fr_1fr]">
              <InFlight />
              <Spend spend={spend} />
            </div>
          </div>
        )}
      </Loaded>
    </>
  );
}

function Empty() {
  const { workspaceId, roleRefusal } = useWorkspace();
  return (
    <Panel icon={<LayoutDashboard className="size-5" aria-hidden />} title="Nothing here yet">
      <p>A workspace holds machines, networks, storage and secrets. Most begin with a machine.</p>
      <div className="mt-5">
        <ButtonLink href={`/workspaces/${workspaceId}/cloud-vms/new`} look="primary" refusal={roleRefusal("vm.write")}>
          Create a VM
        </ButtonLink>
      </div>
    </Panel>
  );
}
