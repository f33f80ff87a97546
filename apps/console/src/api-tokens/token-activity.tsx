"use client";

import { useQuery } from "@tanstack/react-query";
import { AuditTable } from "@/audit/audit-table.tsx";
import { useTRPC } from "@/client/trpc.ts";
import { ButtonLink } from "@/components/button.tsx";
import { TableSkeleton } from "@/components/data-table.tsx";
import { Section } from "@/components/facts.tsx";
import { Loaded } from "@/components/loaded.tsx";
import { useWorkspace } from "@/shell/workspace.tsx";
import { tokenInputs } from "./token-queries.ts";

/** What a token changed lately in the workspace that is looked at, and what it was refused. */
export function TokenActivity({ tokenId }: { tokenId: string }) {
  const { organization, workspaceId, workspaceName } = useWorkspace();
  const trpc = useTRPC();
  const events = useQuery(
    trpc.auditEvent.list.queryOptions(tokenInputs(organization.organization_id, workspaceId, tokenId).activity),
  );
  return (
    <Section
      title="What it did lately"
      lead={`Changes that it made, and those that it was refused, in ${workspaceName}. Reads are not recorded.`}
      actions={
        <ButtonLink href={`/workspaces/${workspaceId}/audit?actor_id=${encodeURIComponent(tokenId)}`}>
          See all
        </ButtonLink>
      }
    >
      <Loaded query={events} skeleton={<TableSkeleton rows={3} />}>
        {({ items }) =>
          items.length === 0 ? (
            <p className="rounded-lg border border-line border-dashed px-4 py-6 text-center text-ink-muted">
              It has changed nothing here yet.
            </p>
          ) : (
            <AuditTable events={items} ofOne />
          )
        }
      </Loaded>
    </Section>
  );
}
