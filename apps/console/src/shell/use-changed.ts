"use client";

import { useQueryClient } from "@tanstack/react-query";
import { notify } from "@/components/toast-store.ts";
import { affectedByAnything } from "@/shell/affected-queries.ts";

/**
 * What follows a change: its doer is told, and everything on the page is asked for again. Networks, addresses, firewalls and
 * balancers show each other, so that there is no list of what a change concerns.
 */
export function useChanged() {
  const queryClient = useQueryClient();
  return async (done: string, description?: string) => {
    notify.done(done, description);
    await queryClient.invalidateQueries({ predicate: affectedByAnything });
  };
}
