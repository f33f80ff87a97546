import type { WalletRecord } from "@fulmar/contract";
import { OctagonPause } from "lucide-react";
import { DateTime } from "@/components/date-time.tsx";

/** Who ends a suspension, and how. */
const WAY_OUT = {
  metering: "What was used has exceeded balance and credit limit. It ends by itself as soon as a top-up covers it.",
  operator:
    "An operator of this installation has suspended the organization. It ends when they lift it: ask them what is missing.",
} as const satisfies Readonly<Record<NonNullable<WalletRecord["suspension"]>["by"], string>>;

/** Why nothing can be bought, since when, and what to do. */
export function SuspensionNotice({ suspension }: { suspension: NonNullable<WalletRecord["suspension"]> }) {
  return (
    <div role="status" className="flex gap-3 rounded-md border border-bad/30 bg-bad-soft px-3.5 py-3">
      <OctagonPause className="mt-0.5 size-4 shrink-0 text-bad" aria-hidden />
      <div>
        <p className="font-medium">
          Suspended since <DateTime iso={suspension.at} />: {suspension.reason}
        </p>
        <p className="text-ink-muted">
          Nothing new can be created. What exists runs on, and goes on being charged. {WAY_OUT[suspension.by]}
        </p>
      </div>
    </div>
  );
}
