"use client";

import { useQuery } from "@tanstack/react-query";
import { refreshEvery } from "@/client/live.ts";
import { useTRPC } from "@/client/trpc.ts";
import { TableSkeleton } from "@/components/data-table.tsx";
import { Loaded } from "@/components/loaded.tsx";
import { Passkeys } from "./passkeys.tsx";
import { RecentEvents } from "./recent-events.tsx";
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
