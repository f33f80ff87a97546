"use client";

import type { AlertMetric } from "@fulmar/contract/alerts";
import { BellPlus } from "lucide-react";
import { ButtonLink } from "@/components/button.tsx";
import { workspaceHref } from "@/shell/destinations.ts";
import { useWorkspace } from "@/shell/workspace.tsx";

/** Leads from the charts of a resource to a new rule that watches it. */
export function CreateAlertLink({ metric, resourceId }: { metric: AlertMetric; resourceId: string }) {
  const { workspaceId, roleRefusal } = useWorkspace();
  return (
    <ButtonLink
      href={{ pathname: workspaceHref(workspaceId, "alert-rules/new"), query: { metric, resource_id: resourceId } }}
      refusal={roleRefusal("alert.write")}
    >
      <BellPlus className="size-4" aria-hidden />
      Create alert
    </ButtonLink>
  );
}
