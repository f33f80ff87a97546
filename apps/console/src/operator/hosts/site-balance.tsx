"use client";

import type { OperatorBalance } from "@fulmar/contract";
import { useQuery } from "@tanstack/react-query";
import { refreshEvery } from "@/client/live.ts";
import { onDemand } from "@/client/on-demand.tsx";
import { useTRPC } from "@/client/trpc.ts";
import { DateTime } from "@/components/date-time.tsx";
import { DialogButton } from "@/components/dialog-button.tsx";
import { useOperatorRefusal } from "../use-refusal.ts";

const dialogs = () => import("./balance-dialogs.tsx");
const BalanceSite = onDemand(async () => (await dialogs()).BalanceSite);
const StopBalance = onDemand(async () => (await dialogs()).StopBalance);

/** Whether the hosts of a site are being balanced, and the buttons that begin and stop it. */
export function SiteBalance({ siteId }: { siteId: string }) {
  const refusal = useOperatorRefusal();
  const { data } = useQuery({
    ...useTRPC().operatorSite.getBalance.queryOptions({ site_id: siteId }),
    refetchInterval: ({ state }) => refreshEvery(state.data?.state === "running"),
  });
  if (data === undefined) return null;
  return (
    <>
      {data.state === "running" ? (
        <DialogButton refusal={refusal} dialog={(state) => <StopBalance siteId={siteId} {...state} />}>
          Stop balancing
        </DialogButton>
      ) : (
        <DialogButton refusal={refusal} dialog={(state) => <BalanceSite siteId={siteId} {...state} />}>
          Balance
        </DialogButton>
      )}
      <BalanceWords balance={data} />
    </>
  );
}

const WORDS: Readonly<Record<OperatorBalance["state"], string | null>> = {
  none: null,
  running: "The hosts are being balanced, since ",
  stopped: "Balancing was stopped, ",
  done: "The hosts were balanced, ",
};

function BalanceWords({ balance: { state, reason, moving, begun_at, ended_at } }: { balance: OperatorBalance }) {
  const at = ended_at ?? begun_at;
  if (WORDS[state] === null || at === null) return null;
  return (
    <p role="status" className="text-ink-muted [overflow-wrap:anywhere]">
      {WORDS[state]}
      <DateTime iso={at} />
      {`. ${moving > 0 ? `Moving now: ${moving}. ` : ""}Why: ${reason}`}
    </p>
  );
}
