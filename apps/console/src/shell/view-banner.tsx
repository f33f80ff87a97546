"use client";

import type { Profile } from "@fulmar/contract";
import { useMutation } from "@tanstack/react-query";
import { Eye } from "lucide-react";
import { problemOf } from "@/client/problem.ts";
import { useTRPC } from "@/client/trpc.ts";
import { Button } from "@/components/button.tsx";
import { DateTime } from "@/components/date-time.tsx";
import { notify } from "@/components/toast-store.ts";

/** Says on every page that it is an operator's view of an organization, and ends it. */
export function ViewBanner({ acting }: { acting: NonNullable<Profile["acting"]> }) {
  const { acting_id, organization_id, organization_name, ends_at } = acting;
  // A full page load clears what the organization showed from the browser's memory.
  const end = useMutation(
    useTRPC().operatorActing.end.mutationOptions({
      onSuccess: () => window.location.assign(`/operator/organizations/${organization_id}`),
      onError: (error) => notify.failed(problemOf(error).detail),
    }),
  );
  return (
    <section
      aria-label="View of an operator"
      className="mb-6 flex flex-wrap items-center gap-3 rounded-md border border-warn/30 bg-warn-soft p-3"
    >
      <Eye className="size-4 shrink-0 text-warn" aria-hidden />
      <p className="min-w-48 flex-1 [overflow-wrap:anywhere]">
        You view <strong className="font-medium">{organization_name}</strong> as an operator until{" "}
        <DateTime iso={ends_at} />. You change nothing, it sees that you view it, and your other browsers do not see it.
      </p>
      <Button busy={end.isPending} onClick={() => end.mutate({ acting_id })}>
        End
      </Button>
    </section>
  );
}
