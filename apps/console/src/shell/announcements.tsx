"use client";

import type { Announcement } from "@fulmar/contract";
import { Info, TriangleAlert, X } from "lucide-react";
import { useKeptText } from "@/client/kept-text.ts";
import { DateTime } from "@/components/date-time.tsx";
import { useProfile } from "./profile.tsx";

/** A closed announcement is shown again when it is changed. */
const markOf = ({ announcement_id, updated_at }: Announcement) => `${announcement_id}@${updated_at}`;

/** What operators announce to the user. Closing one hides it in this browser until it is changed. */
export function Announcements() {
  const { announcements } = useProfile();
  const [kept, keep] = useKeptText("announcements-closed");
  const closed = kept.split(" ");
  const marks = announcements.map(markOf);
  const shown = announcements.filter((one) => !closed.includes(markOf(one)));
  if (shown.length === 0) return null;
  // What is over is forgotten.
  const close = (mark: string) => keep([...closed.filter((other) => marks.includes(other)), mark].join(" "));
  return (
    <section aria-label="Announcements" className="mb-6 space-y-2">
      {shown.map((announcement) => (
        <Shown
          key={announcement.announcement_id}
          announcement={announcement}
          onClose={() => close(markOf(announcement))}
        />
      ))}
    </section>
  );
}

function Shown({
  announcement: { kind, level, title, text, starts_at, ends_at, sites },
  onClose,
}: {
  announcement: Announcement;
  onClose: () => void;
}) {
  const Icon = level === "warning" ? TriangleAlert : Info;
  return (
    <article className="flex gap-3 rounded-md border border-line-strong bg-canvas p-3">
      <Icon className={`mt-0.5 size-4 shrink-0 ${level === "warning" ? "text-warn" : "text-ink-muted"}`} aria-hidden />
      <div className="min-w-0 flex-1 space-y-1 [overflow-wrap:anywhere]">
        <h2 className="font-medium">{title}</h2>
        {kind === "maintenance" && ends_at !== null && (
          <p className="text-ink-muted text-xs">
            Maintenance from <DateTime iso={starts_at} /> to <DateTime iso={ends_at} />
          </p>
        )}
        {sites.length > 0 && <p className="text-ink-muted text-xs">{sites.join(", ")}</p>}
        {text.split(/\n\s*\n/).map((paragraph) => (
          <p key={paragraph}>{paragraph}</p>
        ))}
      </div>
      <button
        type="button"
        aria-label={`Close ${title}`}
        className="grid size-6 shrink-0 place-items-center rounded-md text-ink-muted hover:bg-hover hover:text-ink"
        onClick={onClose}
      >
        <X className="size-4" aria-hidden />
      </button>
    </article>
  );
}
