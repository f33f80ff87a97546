"use client";

import { ALERT_METRICS, type AlertMetric } from "@fulmar/contract/alerts";
import { useQuery } from "@tanstack/react-query";
import { wholeInput } from "@/client/list.ts";
import { useTRPC } from "@/client/trpc.ts";
import { useWorkspace } from "@/shell/workspace.tsx";

interface Option {
  readonly value: string;
  readonly label: string;
  readonly hint: string | undefined;
}

/** The resources that have a metric, as options. Undefined while loading. */
export function useWatchable(metric: AlertMetric): readonly Option[] | undefined {
  const { workspaceId } = useWorkspace();
  const trpc = useTRPC();
  const { of } = ALERT_METRICS[metric];
  const input = wholeInput(workspaceId);
  const only = (...kinds: readonly (typeof of)[]) => ({ enabled: kinds.includes(of) });
  const cloud = useQuery({ ...trpc.cloudVm.list.queryOptions(input), ...only("vm") });
  const gpu = useQuery({ ...trpc.gpuVm.list.queryOptions(input), ...only("vm", "gpu_vm") });
  const volumes = useQuery({ ...trpc.volume.list.queryOptions(input), ...only("volume") });
  const balancers = useQuery({ ...trpc.loadBalancer.list.queryOptions(input), ...only("load_balancer") });
  const distributions = useQuery({ ...trpc.cdnDistribution.list.queryOptions(input), ...only("cdn_distribution") });
  const destinations = useQuery({ ...trpc.backupDestination.list.queryOptions(input), ...only("backup_destination") });
  const vms = [...(of === "vm" ? (cloud.data?.items ?? []) : []), ...(gpu.data?.items ?? [])];
  const option = (value: string, label: string): Option => ({ value, label, hint: undefined });
  switch (of) {
    case "vm":
    case "gpu_vm":
      return gpu.data === undefined || (of === "vm" && cloud.data === undefined)
        ? undefined
        : vms.map(({ id, name }) => option(id, name));
    case "volume":
      return volumes.data?.items.map(({ volume_id, name }) => option(volume_id, name));
    case "load_balancer":
      return balancers.data?.items.map(({ load_balancer_id, name }) => option(load_balancer_id, name));
    case "cdn_distribution":
      return distributions.data?.items.map(({ id, name }) => option(id, name));
    case "backup_destination":
      return destinations.data?.items.map(({ destination_id, name }) => option(destination_id, name));
  }
}
