import type { SiteFence, SiteHealth } from "@fulmar/contract";
import { OctagonPause } from "lucide-react";
import { CopyBlock } from "@/components/copy-block.tsx";
import { DateTime } from "@/components/date-time.tsx";
import { FENCED_BECAUSE, siteCommand } from "./site-words.ts";

const names = new Intl.ListFormat("en");

/** What is the matter with sites that have one fence, since when, what that means, and how an operator ends it. */
export function FenceNotice({
  fence: { reason, detail, since },
  sites,
}: {
  fence: SiteFence;
  sites: readonly [SiteHealth, ...SiteHealth[]];
}) {
  return (
    <div role="status" className="flex gap-3 rounded-lg border border-bad/30 bg-bad-soft px-4 py-3">
      <OctagonPause className="mt-0.5 size-4 shrink-0 text-bad" aria-hidden />
      <div className="min-w-0 flex-1 space-y-2 [overflow-wrap:anywhere]">
        <p className="font-medium">
          {names.format(sites.map(({ name }) => name))} {sites.length === 1 ? "is" : "are"} fenced since{" "}
          <DateTime iso={since} />: {FENCED_BECAUSE[reason]}
        </p>
        <p>{detail}</p>
        <p className="text-ink-muted">Operations wait. What is there keeps running.</p>
        <CopyBlock label="For the operator" text={siteCommand("resume", sites[0].site_id)} />
      </div>
    </div>
  );
}
