"use client";

import { useQuery } from "@tanstack/react-query";
import { onDemand } from "@/client/on-demand.tsx";
import { useTRPC } from "@/client/trpc.ts";
import { BlockSkeleton, Loaded } from "@/components/loaded.tsx";
import { useWorkspace } from "@/shell/workspace.tsx";
import { loadBalancerInput } from "./load-balancer-queries.ts";

const ConfigurationEditor = onDemand(
  async () => (await import("./configuration-editor.tsx")).ConfigurationEditor,
  <BlockSkeleton className="h-96" />,
);

export function ConfigurationPage({ loadBalancerId }: { loadBalancerId: string }) {
  const { workspaceId } = useWorkspace();
  const trpc = useTRPC();
  const configuration = useQuery(
    trpc.loadBalancerConfiguration.get.queryOptions(loadBalancerInput(workspaceId, loadBalancerId)),
  );
  return (
    <Loaded query={configuration} skeleton={<BlockSkeleton className="h-96" />}>
      {(present) => <ConfigurationEditor loadBalancerId={loadBalancerId} present={JSON.stringify(present, null, 2)} />}
    </Loaded>
  );
}
