"use client";

import { BlockSkeleton, Loaded } from "@/components/loaded.tsx";
import { useNetwork } from "../use-network.ts";
import { AddressSection } from "./address-section.tsx";
import { FirewallSection } from "./firewall-section.tsx";
import { NetworkState } from "./network-state.tsx";
import { NodeSection } from "./node-section.tsx";

/** How the VM is connected, what may reach it, and whether its site has all of that. */
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
        </div>
      )}
    </Loaded>
  );
}
