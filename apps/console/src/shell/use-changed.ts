"use client";

import { useQueryClient } from "@tanstack/react-query";
import { notify } from "@/components/toast-store.ts";
import { affectedByAnything } from "@/shell/affected-queries.ts";

/**
 * What follows a change: its doer is told, and everything on the page is asked for again. Networks, addresses,
 * firewalls and balancers show each other, so that there is no list of what a change concerns.
 * @param kind `begun` for what an operation carries out, which tells its end by itself
 */
export function useChanged(kind: "begun" | "done" = "done") {
  const queryClient = useQueryClient();
  return async (told: string, description?: string) => {
    notify[kind](told, description);
    await queryClient.invalidateQueries({ predicate: affectedByAnything });
  };
}
