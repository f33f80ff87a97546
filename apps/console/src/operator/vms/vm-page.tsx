"use client";

import type { OperatorVm } from "@fulmar/contract";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { refreshEvery } from "@/client/live.ts";
import { onDemand } from "@/client/on-demand.tsx";
import { useTRPC } from "@/client/trpc.ts";
import { Copyable } from "@/components/copyable.tsx";
import { DateTime } from "@/components/date-time.tsx";
import { DialogButton } from "@/components/dialog-button.tsx";
import { Facts, FactsSkeleton } from "@/components/facts.tsx";
import { Loaded } from "@/components/loaded.tsx";
import { PageHeader } from "@/components/page-header.tsx";
import { PromptLink } from "@/components/prompt-link.tsx";
import { VmStatusBadge } from "@/vms/vm-status-badge.tsx";
import { useOperatorRefusal } from "../use-refusal.ts";

const dialogs = () => import("./vm-dialogs.tsx");
const StopVm = onDemand(async () => (await dialogs()).StopVm);
const ReleaseVm = onDemand(async () => (await dialogs()).ReleaseVm);

/** A VM of a customer as who runs the installation sees it: whose it is, and never what is in it. */
export function OperatorVmPage({ vmId }: { vmId: string }) {
  const query = useQuery({
    ...useTRPC().operatorVm.get.queryOptions({ vm_id: vmId }),
    refetchInterval: ({ state: { data } }) => refreshEvery(data !== undefined && data.operation_id !== null),
  });
  const { data } = query;
  return (
    <>
      <PageHeader
        crumbs={[{ label: "Find", href: "/operator/find" }]}
        title={data?.name ?? "VM"}
        aside={data && <VmStatusBadge status={data.status} />}
      >
        {data && <Actions vm={data} />}
      </PageHeader>
      <Loaded query={query} skeleton={<FactsSkeleton />}>
        {(vm) => <Facts label="VM" facts={factsOf(vm)} />}
      </Loaded>
    </>
  );
}

function Actions({ vm }: { vm: OperatorVm }) {
  const refusal = useOperatorRefusal();
  if (vm.held_at !== null)
    return (
      <DialogButton refusal={refusal} dialog={(state) => <ReleaseVm vm={vm} {...state} />}>
        Release
      </DialogButton>
    );
  const deleted = vm.status === "deleted" ? "The VM has been deleted; there is nothing to stop." : null;
  return (
    <DialogButton look="remove" refusal={refusal ?? deleted} dialog={(state) => <StopVm vm={vm} {...state} />}>
      Stop
    </DialogButton>
  );
}

function factsOf(vm: OperatorVm): readonly (readonly [string, ReactNode])[] {
  const { held_at, held_reason, public_ip, private_ip } = vm;
  return [
    ["VM id", <Copyable key="id" text={vm.vm_id} label="VM id" />],
    [
      "Organization",
      <PromptLink
        key="organization"
        href={`/operator/organizations/${vm.organization_id}`}
        className="rounded hover:underline"
      >
        {vm.organization_name}
      </PromptLink>,
    ],
    ["Workspace", vm.workspace_name],
    ["Site", vm.site_id],
    ["Plan", vm.plan_id],
    ["Image", vm.template_id],
    [
      "Public address",
      public_ip === null ? null : (
        <PromptLink key="public" href={`/operator/addresses/${public_ip}`} className="rounded hover:underline">
          {public_ip}
        </PromptLink>
      ),
    ],
    ["Private address", private_ip === null ? null : <Copyable key="own" text={private_ip} label="private address" />],
    ["Created", <DateTime key="created" iso={vm.created_at} />],
    ["Stopped by an operator since", held_at === null ? null : <DateTime key="held" iso={held_at} />],
    ["Reason", held_reason],
  ];
}
