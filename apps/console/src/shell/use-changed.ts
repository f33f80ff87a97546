"use client";

import { useQueryClient } from "@tanstack/react-query";
import { notify } from "@/components/toast-store.ts";
import { affectedByAnything } from "@/shell/affected-queries.ts";

/**
 * Confirms a change to the user and refetches everything on the page. Networks, addresses, firewalls and load balancers
 * refer to each other, so there is no list of affected queries.
 * @param kind `begun` for a change that an operation carries out; its end is announced separately
 * @param about the id of the resource that the operation changes
 */
export function useChanged(kind: "begun" | "done" = "done", about?: string) {
  const queryClient = useQueryClient();
  return async (message: string, description?: string) => {
    if (kind === "begun") notify.begun(message, description, about);
    else notify.done(message, description);
    await queryClient.invalidateQueries({ predicate: affectedByAnything });
  };
}
