"use client";

import { useQuery } from "@tanstack/react-query";
import { refreshEvery } from "@/client/live.ts";
import { useTRPC } from "@/client/trpc.ts";
import { useVm } from "./vm-place.tsx";

/** The VM's network, polled often until its site has applied it. */
export function useNetwork() {
  const trpc = useTRPC();
  const { target } = useVm();
  return useQuery({
    ...trpc.vmNetwork.get.queryOptions(target),
    refetchInterval: ({ state: { data } }) => refreshEvery(data?.pending_changes ?? false),
  });
}
