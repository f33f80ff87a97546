import type { Metadata } from "next";
import { RANGE_LIST } from "@/charts/range.ts";
import { readListChoice } from "@/client/list.ts";
import { route } from "@/server/prefetch.tsx";
import { VolumeMetricsPage } from "@/volumes/volume-metrics.tsx";
import { volumeMetricsQuestion } from "@/volumes/volume-queries.ts";

export const metadata: Metadata = { title: "Metrics of a volume" };

/** The last hour is prefetched. Longer ranges depend on the browser's clock. */
export default route<PageProps<"/workspaces/[workspaceId]/volumes/[volumeId]/metrics">>(
  VolumeMetricsPage,
  ({ trpc, ask }, path, search) => {
    const { range = "1h" } = readListChoice(RANGE_LIST, search);
    return range === "1h" ? [ask(volumeMetricsQuestion(trpc, path, range, 0))] : [];
  },
);
