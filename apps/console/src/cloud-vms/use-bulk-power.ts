"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { problemOf } from "@/client/problem.ts";
import type { VmKind } from "@/vm-detail/vm-kind.ts";
import type { AnyVm } from "./any-vm.ts";
import type { PowerAction } from "./power.ts";
import { usePower } from "./use-power.ts";

/** How it went for one VM; those that are not there yet have not been asked for. */
export type BulkResult =
  | { readonly state: "sending" | "accepted" }
  | { readonly state: "refused"; readonly reason: string };

/** Asks for the same of many VMs, one request after the other. What one of them refuses keeps none of the others. */
export function useBulkPower(kind: VmKind, action: PowerAction) {
  const power = usePower(kind);
  const queryClient = useQueryClient();
  const [results, setResults] = useState<ReadonlyMap<string, BulkResult>>(new Map());
  const [phase, setPhase] = useState<"asking" | "sending" | "done">("asking");
  const halted = useRef<boolean>(false);
  const put = (id: string, result: BulkResult) => setResults((last) => new Map(last).set(id, result));
  const send = async (vms: readonly AnyVm[], force: boolean) => {
    setPhase("sending");
    for (const vm of vms) {
      if (halted.current) break;
      put(vm.id, { state: "sending" });
      try {
        await power(action, vm.id, force);
        put(vm.id, { state: "accepted" });
      } catch (error) {
        put(vm.id, { state: "refused", reason: problemOf(error).detail });
      }
    }
    setPhase("done");
    await queryClient.invalidateQueries();
  };
  return {
    results,
    phase,
    send,
    /** Sends no further request; what has been accepted goes on. */
    halt: () => {
      halted.current = true;
    },
  };
}
