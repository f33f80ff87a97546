import type { Metadata } from "next";
import { listingOf, usageByDayInput, usageList } from "@/billing/billing-queries.ts";
import { UsagePage } from "@/billing/usage-page.tsx";
import { readUsagePeriod } from "@/billing/usage-period.ts";
import { firstPage } from "@/client/list.ts";
import { route } from "@/server/prefetch.tsx";

export const metadata: Metadata = { title: "Usage" };

export default route<PageProps<"/workspaces/[workspaceId]/billing/usage">>(
  UsagePage,
  ({ trpc, ask, askNames }, { workspaceId }, search) => {
    const period = readUsagePeriod(search.period);
    const by = listingOf(search.by);
    return [
      ask(trpc.usage.list.queryOptions(usageByDayInput(workspaceId, period))),
      ask(firstPage(usageList, trpc, { workspaceId, period, by }, {})).then((lines) =>
        askNames(
          { workspaceId },
          lines?.items.map(({ resource_id }) => resource_id),
        ),
      ),
    ];
  },
);
