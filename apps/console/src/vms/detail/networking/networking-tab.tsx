"use client";

import type { VmNetwork } from "@fulmar/contract";
import Link from "next/link";
import { onDemand } from "@/client/on-demand.tsx";
import { DialogButton } from "@/components/dialog-button.tsx";
import { Section } from "@/components/facts.tsx";
import { BlockSkeleton, Loaded } from "@/components/loaded.tsx";
import { workspaceHref } from "@/shell/destinations.ts";
import { useWorkspace } from "@/shell/workspace.tsx";
import { useNetwork, useVm } from "../vm-place.tsx";
import { AddressSection } from "./address-section.tsx";
import { NetworkState } from "./network-state.tsx";
import { NodeSection } from "./node-section.tsx";
import { Reach } from "./reach.tsx";

/** The VM's networks, its firewall, and whether its site has applied them. */
export function NetworkingTab() {
  const query = useNetwork();
  return (
    <Loaded query={query} skeleton={<BlockSkeleton className="h-96" />}>
      {(network) => (
        <div className="space-y-8">
          <NetworkState network={network} />
          <AddressSection network={network} />
          <NodeSection network={network} />
          <FirewallSection network={network} />
          <ReachabilityPanel to={network.vm_id} />
        </div>
      )}
    </Loaded>
  );
}

const ReachabilityPanel = onDemand(
  async () => (await import("@/reachability/reachability-panel.tsx")).ReachabilityPanel,
  <BlockSkeleton className="h-24" />,
);
const GroupsDialog = onDemand(async () => (await import("./groups-dialog.tsx")).GroupsDialog);

/** The VM's firewall groups and the combined effect of their rules. */
function FirewallSection({ network }: { network: VmNetwork }) {
  const { workspaceId } = useWorkspace();
  const { groupsRefusal } = useVm();
  return (
    <Section
      title="Firewall"
      actions={
        <DialogButton refusal={groupsRefusal()} dialog={(state) => <GroupsDialog {...state} />}>
          Change groups
        </DialogButton>
      }
    >
      <div className="space-y-4">
        {network.firewall_groups.length > 0 && (
          <ul aria-label="Firewall groups" className="flex flex-wrap gap-2">
            {network.firewall_groups.map((group) => (
              <li key={group.firewall_group_id}>
                <Link
                  href={workspaceHref(workspaceId, `firewall-groups/${group.firewall_group_id}`)}
                  prefetch={false}
                  className="block rounded-full border border-line-strong bg-surface px-3 py-1 font-medium text-xs
                    hover:bg-hover"
                >
                  {group.name}
                </Link>
              </li>
            ))}
          </ul>
        )}
        <Reach network={network} />
      </div>
    </Section>
  );
}
