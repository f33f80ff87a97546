"use client";

import type { Announcement } from "@fulmar/contract";
import { useMutation } from "@tanstack/react-query";
import { Info, TriangleAlert, X } from "lucide-react";
import { useRouter } from "next/navigation";
import { use, useState } from "react";
import { problemOf } from "@/client/problem.ts";
import { useTRPC } from "@/client/trpc.ts";
import { DateTime } from "@/components/date-time.tsx";
import { notify } from "@/components/toast-store.ts";
import { useProfile } from "./profile.tsx";
import { TouchedVms } from "./touched-vms.tsx";
import { ViewBanner } from "./view-banner.tsx";
import { WorkspaceContext } from "./workspace.tsx";

/** A closed announcement is shown again when it is changed. */
const markOf = ({ announcement_id, updated_at }: Announcement) => `${announcement_id}@${updated_at}`;

/**
 * An operator's view of an organization, and what operators announce to the user. What the user closes is gone at
 * once, and in their other browsers.
 */
export function Announcements() {
  const trpc = useTRPC();
  const router = useRouter();
  const { acting, announcements } = useProfile();
  const [closing, setClosing] = useState<readonly string[]>([]);
  const close = useMutation(
    trpc.account.closeAnnouncement.mutationOptions({
      // Other pages have the profile of their own.
      onSuccess: () => router.refresh(),
      onError: (error) => {
        setClosing([]);
        notify.failed("The announcement was not closed", problemOf(error).detail);
      },
    }),
  );
  const shown = announcements.filter((one) => !one.closed && !closing.includes(markOf(one)));
  return (
    <>
      {acting !== null && <ViewBanner acting={acting} />}
      {shown.length > 0 && (
        <section aria-label="Announcements" className="mb-6 space-y-2">
          {shown.map((announcement) => (
            <Shown
              key={announcement.announcement_id}
              announcement={announcement}
              onClose={() => {
                const { announcement_id, updated_at } = announcement;
                setClosing([...closing, markOf(announcement)]);
                close.mutate({ announcement_id, updated_at });
              }}
            />
          ))}
        </section>
      )}
    </>
  );
}

function Shown({
  announcement: { announcement_id, kind, level, title, text, starts_at, ends_at, sites },
  onClose,
}: {
  announcement: Announcement;
  onClose: () => void;
}) {
  const place = use(WorkspaceContext);
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
        {kind === "maintenance" && place?.roleRefusal("vm.read") === null && (
          <TouchedVms announcementId={announcement_id} />
        )}
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
