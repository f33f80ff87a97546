"use client";

import type { CdnSigningKey } from "@fulmar/contract";
import { useQuery } from "@tanstack/react-query";
import { KeyRound } from "lucide-react";
import { refreshEvery } from "@/client/live.ts";
import { useTRPC } from "@/client/trpc.ts";
import { Copyable } from "@/components/copyable.tsx";
import { columnsOf, DataTable, TableSkeleton } from "@/components/data-table.tsx";
import { DateTime } from "@/components/date-time.tsx";
import { Loaded } from "@/components/loaded.tsx";
import { PageHeader } from "@/components/page-header.tsx";
import { Panel } from "@/components/problem-panel.tsx";
import { StatusBadge } from "@/components/status-badge.tsx";
import { useWorkspace } from "@/shell/workspace.tsx";
import { signingKeyInput } from "./distribution-queries.ts";
import { RotateSigningKey } from "./rotate-signing-key.tsx";

const column = columnsOf<CdnSigningKey>();

const columns = [
  column("key", "Key id", (key) => <Copyable text={key.key_id} label="key id" />),
  column("status", "Status", (key) => (
    <StatusBadge tone={key.status === "current" ? "good" : "quiet"}>{key.status}</StatusBadge>
  )),
  column("valid", "Its URLs are good", (key) =>
    key.valid_until !== null ? (
      <>
        until <DateTime iso={key.valid_until} /> at most
      </>
    ) : key.status === "current" ? (
      "until each expires"
    ) : (
      "until it is revoked: some do not expire"
    ),
  ),
  column("created", "Created", (key) => <DateTime iso={key.created_at} />),
];

/** The keys that sign URLs of the workspace's objects. The keys themselves are never shown. */
export function SigningKeysPage() {
  const { workspaceId } = useWorkspace();
  const trpc = useTRPC();
  const query = useQuery({
    ...trpc.cdnSigningKey.list.queryOptions(signingKeyInput(workspaceId)),
    refetchInterval: refreshEvery(false),
  });
  return (
    <>
      <PageHeader
        crumbs={[{ label: "CDN", href: `/workspaces/${workspaceId}/cdn` }]}
        title="Signing keys"
        lead="Signed URLs are good as long as the key that signed them is."
      >
        <RotateSigningKey />
      </PageHeader>
      <Loaded query={query} skeleton={<TableSkeleton rows={2} />}>
        {({ items }) =>
          items.length === 0 ? (
            <Panel icon={<KeyRound className="size-5" aria-hidden />} title="No signing key yet">
              <p>The first one is made when the first URL is signed. Rotate to have one now.</p>
            </Panel>
          ) : (
            <DataTable label="Signing keys" columns={columns} rows={items} keyOf={({ key_id }) => key_id} />
          )
        }
      </Loaded>
    </>
  );
}
