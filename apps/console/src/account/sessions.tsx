"use client";

import type { SessionRecord } from "@fulmar/contract";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { problemOf } from "@/client/problem.ts";
import { useTRPC } from "@/client/trpc.ts";
import { ConfirmChange } from "@/components/confirm.tsx";
import { columnsOf, DataTable, hiddenTitle } from "@/components/data-table.tsx";
import { DateTime } from "@/components/date-time.tsx";
import { DialogButton } from "@/components/dialog-button.tsx";
import { Section } from "@/components/facts.tsx";
import { RowMenu } from "@/components/row-menu.tsx";
import { StatusBadge } from "@/components/status-badge.tsx";
import { notify } from "@/components/toast-store.ts";
import { deviceOf } from "./device-name.ts";

const column = columnsOf<SessionRecord>();

const columns = [
  column("device", "Device", (original) => (
    <div className="flex min-w-48 items-center gap-2 py-2" title={original.user_agent ?? undefined}>
      <span className="font-medium">{deviceOf(original.user_agent)}</span>
      {original.current && <StatusBadge tone="good">this browser</StatusBadge>}
    </div>
  )),
  column("address", "Address", (original) =>
    original.ip_address === null ? (
      <span className="text-ink-subtle">unknown</span>
    ) : (
      <span className="font-mono text-xs">{original.ip_address}</span>
    ),
  ),
  column("created", "Signed in", (original) => <DateTime iso={original.created_at} />),
  column("used", "Last used", (original) => <DateTime iso={original.last_used_at} />),
  column("actions", hiddenTitle("Actions"), (original) => <RevokeSession session={original} />),
];

/** The user's sessions. A session's last use is recorded at most once an hour. */
export function Sessions({ sessions }: { sessions: readonly SessionRecord[] }) {
  return (
    <Section
      title="Sessions"
      lead={
        <>
          Browsers in which you are signed in. A session ends after 14 days without use, and at the latest after the
          operator's limit (30 days by default).
        </>
      }
      actions={<RevokeOthers sessions={sessions} />}
    >
      <DataTable label="Your sessions" columns={columns} rows={sessions} keyOf={(session) => session.session_id} />
    </Section>
  );
}

function RevokeSession({ session }: { session: SessionRecord }) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const revoke = useMutation(
    trpc.account.revokeSession.mutationOptions({
      onSuccess: () => notify.done("Ended the session", "It stops working at once."),
      onError: (error) => notify.failed("The session was not ended", problemOf(error).detail),
      onSettled: () => queryClient.invalidateQueries(trpc.account.pathFilter()),
    }),
  );
  return (
    <RowMenu
      name={`the session of ${deviceOf(session.user_agent)}`}
      actions={[
        {
          label: "End",
          refusal: session.current ? "This is your current session; sign out to end it." : null,
          remove: true,
          onSelect: () => revoke.mutate({ session_id: session.session_id }),
        },
      ]}
    />
  );
}

function RevokeOthers({ sessions }: { sessions: readonly SessionRecord[] }) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  return (
    <DialogButton
      look="remove"
      refusal={sessions.length > 1 ? null : "There is no other session."}
      dialog={(state) => (
        <ConfirmChange
          {...state}
          title="End all other sessions?"
          lead="You stay signed in here; every other browser has to sign in again."
          action="End all others"
          change={trpc.account.revokeOtherSessions}
          input={undefined}
          plan={null}
          onDone={async ({ revoked }) => {
            notify.done(revoked === 1 ? "Ended 1 session" : `Ended ${revoked} sessions`);
            await queryClient.invalidateQueries(trpc.account.pathFilter());
          }}
        />
      )}
    >
      End all others
    </DialogButton>
  );
}
