"use client";

import type { VmStatus } from "@fulmar/contract";
import { useQueries } from "@tanstack/react-query";
import Link from "next/link";
import { type ComponentProps, useMemo } from "react";
import { wholeInput } from "@/client/list.ts";
import { refreshEvery } from "@/client/live.ts";
import { useTRPC } from "@/client/trpc.ts";
import { SelectField } from "@/components/field.tsx";
import { resourceHref } from "@/shell/resource-page.ts";
import { useWorkspace } from "@/shell/workspace.tsx";

/** A VM, as networking pages show it. */
export interface ListedVm {
  readonly id: string;
  readonly name: string;
  readonly status: VmStatus;
  readonly page: "cloud-vms" | "gpu-vms";
}

/** The workspace's VMs of both kinds by id, the newest thousand of each. Empty until loaded. */
export function useVms(): ReadonlyMap<string, ListedVm> {
  const { workspaceId } = useWorkspace();
  const trpc = useTRPC();
  const input = wholeInput(workspaceId);
  const [cloud, gpu] = useQueries({
    queries: [
      { ...trpc.cloudVm.list.queryOptions(input), refetchInterval: refreshEvery(false) },
      { ...trpc.gpuVm.list.queryOptions(input), refetchInterval: refreshEvery(false) },
    ],
  });
  const [clouds, gpus] = [cloud.data?.items, gpu.data?.items];
  return useMemo(() => {
    const vms = [
      ...(clouds ?? []).map(({ id, name, status }): ListedVm => ({ id, name, status, page: "cloud-vms" })),
      ...(gpus ?? []).map(({ id, name, status }): ListedVm => ({ id, name, status, page: "gpu-vms" })),
    ];
    return new Map(vms.map((vm) => [vm.id, vm]));
  }, [clouds, gpus]);
}

/** A link to a VM's page, by name if that is known. */
export function VmLink({ id, vm }: { id: string; vm: ListedVm | undefined }) {
  const { workspaceId } = useWorkspace();
  return (
    <Link href={vmHref(workspaceId, id, vm)} className="rounded font-medium hover:underline">
      {vm?.name ?? id}
    </Link>
  );
}

/** @param tab a tab of the VM's page; if the kind is unknown, the link resolves the VM by its id */
export function vmHref(
  workspaceId: string,
  id: string,
  vm: ListedVm | undefined,
  tab: "" | "/networking" = "",
): `/workspaces/${string}` {
  return vm === undefined ? resourceHref(workspaceId, id) : `/workspaces/${workspaceId}/${vm.page}/${id}${tab}`;
}

/**
 * Selects one of the workspace's VMs.
 * @param only the ids to offer; all VMs if absent
 */
export function VmSelect({
  only,
  ...field
}: Omit<ComponentProps<typeof SelectField>, "children"> & { only?: ReadonlySet<string> }) {
  const vms = [...useVms().values()].filter(({ id }) => only === undefined || only.has(id));
  return (
    <SelectField {...field}>
      <option value="">Choose a VM</option>
      {vms
        .toSorted((one, other) => one.name.localeCompare(other.name))
        .map(({ id, name, status }) => (
          <option key={id} value={id}>
            {status === "running" ? name : `${name} (${status})`}
          </option>
        ))}
    </SelectField>
  );
}
