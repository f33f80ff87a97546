"use client";

import type { AccountEvent } from "@fulmar/contract";
import { useQuery } from "@tanstack/react-query";
import { recentEventList } from "@/audit/audit-filter.ts";
import { describeOwnEvent } from "@/audit/describe-event.ts";
import { refreshEvery } from "@/client/live.ts";
import { useTRPC } from "@/client/trpc.ts";
import { useList } from "@/client/use-list.ts";
import { columnsOf, DataTable, TableSkeleton } from "@/components/data-table.tsx";
import { DateTime } from "@/components/date-time.tsx";
import { Section } from "@/components/facts.tsx";
import { Loaded } from "@/components/loaded.tsx";
import { PagedRows } from "@/components/resource-list.tsx";
import { deviceOf } from "./device-name.ts";
import { Passkeys } from "./passkeys.tsx";
import { SecondFactor } from "./second-factor.tsx";
import { Sessions } from "./sessions.tsx";

export function SecurityPage() {
  const trpc = useTRPC();
  const security = useQuery({ ...trpc.account.security.queryOptions(), refetchInterval: refreshEvery(false) });
  return (
    <Loaded query={security} skeleton={<TableSkeleton rows={3} />}>
      {({ second_factor, passkeys, sessions }) => (
        <div className="space-y-10">
          <SecondFactor on={second_factor} />
          <Passkeys passkeys={passkeys} />
          <Sessions sessions={sessions} />
          <RecentEvents />
        </div>
      )}
    </Loaded>
  );
}

const column = columnsOf<AccountEvent>();

const columns = [
  column("at", "When", (original) => <DateTime iso={original.at} />),
  column("what", "What", (original) => (
    <span className="whitespace-nowrap font-medium">{describeOwnEvent(original)}</span>
  )),
  column("from", "Address", (original) =>
    original.source_ip === null ? (
      <span className="text-ink-subtle">unknown</span>
    ) : (
      <span className="font-mono text-xs">{original.source_ip}</span>
    ),
  ),
  column("device", "Device", ({ user_agent }) =>
    user_agent === null ? null : <span title={user_agent}>{deviceOf(user_agent)}</span>,
  ),
];

/** The account is the user's own: its list belongs to no path. */
const NOWHERE = {};

/** Recent sign-ins, failed ones and account changes, so that users notice those that are not theirs. */
function RecentEvents() {
  const { query, pages } = useList(recentEventList, NOWHERE);
  return (
    <Section
      title="Recent events"
      lead="If you do not recognise something here, change your password and end all other sessions."
    >
      <PagedRows
        query={query}
        pages={pages}
        empty={
          <p className="text-ink-muted">
            No events yet. Sign-ins, failed sign-ins and changes to your account are listed here.
          </p>
        }
      >
        {(items) => (
          <DataTable
            label="Recent events of your account"
            columns={columns}
            rows={items}
            keyOf={(event) => event.audit_event_id}
          />
        )}
      </PagedRows>
    </Section>
  );
}
