"use client";

import { COUNTED_TYPES, type FamilyCount, RESOURCES } from "@fulmar/contract";
import Link from "next/link";
import { inWords } from "@/client/in-words.ts";
import { StatusBadge, type Tone } from "@/components/status-badge.tsx";
import { listOf, workspaceHref } from "@/shell/destinations.ts";
import { useWorkspace } from "@/shell/workspace.tsx";
import { stateTone } from "./state-tone.ts";

const GRID = "grid grid-cols-2 gap-3 sm:grid-cols-[repeat(auto-fill,minmax(11.5rem,1fr))]";

/** What needs a look comes first. */
const ORDER: readonly Tone[] = ["bad", "warn", "busy", "good", "quiet"];

/** How many of each family there are, and in which states; of families that the role may not read, why not. */
export function FamilyCounts({ counts }: { counts: readonly FamilyCount[] }) {
  const { workspaceId, roleRefusal } = useWorkspace();
  const visible = COUNTED_TYPES.filter((type) => roleRefusal(RESOURCES[type].scope) === null);
  const refusal = roleRefusal("vm.read");
  if (visible.length === 0) return <p className="text-ink-muted">Resources are not counted here. {refusal}</p>;
  return (
    <section aria-labelledby="resources">
      <h2 id="resources" className="mb-3 font-semibold text-base">
        Resources
      </h2>
      <ul className={GRID}>
        {visible.map((family) => {
          const { label, page } = listOf(family);
          const states = counts.filter((entry) => entry.family === family);
          const total = states.reduce((sum, { count }) => sum + count, 0);
          return (
            <li
              key={family}
              className="relative rounded-lg border border-line bg-surface p-4 shadow-card transition-colors hover:border-line-strong"
            >
              <Link
                href={workspaceHref(workspaceId, page)}
                className="text-ink-muted after:absolute after:inset-0 after:rounded-lg"
              >
                {label}
              </Link>
              <p className={`mt-1 font-semibold text-2xl tabular-nums ${total === 0 ? "text-ink-subtle" : ""}`}>
                {total.toLocaleString("en-US")}
              </p>
              <div className="mt-2 flex flex-wrap gap-1.5 empty:hidden">
                {states
                  .filter(({ status }) => status !== "")
                  .toSorted((one, other) => rank(one) - rank(other) || one.status.localeCompare(other.status))
                  .map(({ status, count }) => (
                    <StatusBadge key={status} tone={stateTone({ family, status })}>
                      {`${count} ${inWords(status)}`}
                    </StatusBadge>
                  ))}
              </div>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

const rank = (entry: FamilyCount) => ORDER.indexOf(stateTone(entry));

/** In place of the counts while they are on their way. */
export function CountsSkeleton() {
  return (
    <div role="status" aria-label="Loading" className={GRID}>
      {COUNTED_TYPES.map((family) => (
        <div key={family} className="skeleton h-24 rounded-lg" />
      ))}
    </div>
  );
}
