"use client";

import type { CdnSigningKey } from "@fulmar/contract";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { KeyRound, RotateCw } from "lucide-react";
import { useState } from "react";
import { refreshEvery } from "@/client/live.ts";
import { useTRPC } from "@/client/trpc.ts";
import { CheckOption } from "@/components/check-option.tsx";
import { ConfirmChange } from "@/components/confirm.tsx";
import { Copyable } from "@/components/copyable.tsx";
import { columnsOf, DataTable, TableSkeleton } from "@/components/data-table.tsx";
import { DateTime } from "@/components/date-time.tsx";
import { DialogButton } from "@/components/dialog-button.tsx";
import { Loaded } from "@/components/loaded.tsx";
import { PageHeader } from "@/components/page-header.tsx";
import { Panel } from "@/components/problem-panel.tsx";
import { StatusBadge } from "@/components/status-badge.tsx";
import { notify } from "@/components/toast-store.ts";
import { useWorkspace } from "@/shell/workspace.tsx";
import { signingKeyInput } from "./distribution-queries.ts";

const column = columnsOf<CdnSigningKey>();

const columns = [
  column("key", "Key id", (key) => <Copyable text={key.key_id} label="key id" />),
  column("status", "Status", (key) => (
    <StatusBadge tone={key.status === "current" ? "good" : "quiet"}>{key.status}</StatusBadge>
  )),
  column("valid", "Its URLs are valid", (key) =>
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

/** The keys that sign URLs of the workspace's objects. The key material is never shown. */
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
        lead="Signed URLs are valid as long as the key that signed them."
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

/** Starts signing with a new key. Revoking the earlier keys breaks existing links, so it is a separate option. */
function RotateSigningKey() {
  const { workspaceId, roleRefusal } = useWorkspace();
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const [revoke, setRevoke] = useState(false);
  const rotation = { workspace_id: workspaceId, revoke_previous: revoke };
  return (
    <DialogButton
      refusal={roleRefusal("cdn.write")}
      onAsk={() => setRevoke(false)}
      dialog={(state) => (
        <ConfirmChange
          {...state}
          title="Rotate the signing key?"
          lead={
            <>
              URLs are signed with a new key from now on. Earlier signed URLs stay valid until they expire, seven days
              at most.
            </>
          }
          action={revoke ? "Rotate and revoke" : "Rotate"}
          {...(revoke && { typeName: "revoke" })}
          change={trpc.cdnSigningKey.rotate}
          input={rotation}
          plan={trpc.changePlan.cdnSigningKey.rotate}
          onDone={async () => {
            notify.done(
              "Rotated the signing key",
              revoke ? "All earlier signed URLs are refused now." : "Earlier signed URLs stay valid.",
            );
            await queryClient.invalidateQueries(trpc.cdnSigningKey.pathFilter());
          }}
        >
          <CheckOption
            label="Revoke the earlier keys"
            hint="Refuses every earlier signed URL at once. Choose this when a URL or a key has leaked."
            checked={revoke}
            onChange={(event) => setRevoke(event.currentTarget.checked)}
          />
        </ConfirmChange>
      )}
    >
      <RotateCw className="size-4" aria-hidden />
      Rotate
    </DialogButton>
  );
}
