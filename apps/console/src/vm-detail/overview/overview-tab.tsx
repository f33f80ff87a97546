"use client";

import { CircleAlert } from "lucide-react";
import { CurrentOperation } from "@/operations/current-operation.tsx";
import { NetworkState } from "../networking/network-state.tsx";
import { useLatestOperation } from "../use-latest-operation.ts";
import { useNetwork } from "../use-network.ts";
import { useVm } from "../vm-place.tsx";
import { AttachedThings } from "./attached-things.tsx";
import { VmFacts } from "./vm-facts.tsx";

/** What the VM is, what is being done to it, and what hangs on it. */
export function OverviewTab() {
  const { vm } = useVm();
  const operation = useLatestOperation();
  const network = useNetwork().data;
  const unexplained = vm.error_message !== null && operation?.error_message !== vm.error_message;
  return (
    <div className="space-y-8">
      {unexplained && (
        <p role="alert" className="flex gap-3 rounded-lg border border-bad/30 bg-bad-soft px-4 py-3">
          <CircleAlert className="mt-0.5 size-4 shrink-0 text-bad" aria-hidden />
          <span>
            {vm.error_message} <code className="font-mono text-ink-muted text-xs">{vm.error_code}</code>
          </span>
        </p>
      )}
      {operation !== undefined && <CurrentOperation operation={operation} />}
      {network !== undefined && network.error_message !== null && <NetworkState network={network} />}
      <VmFacts />
      <AttachedThings />
    </div>
  );
}
