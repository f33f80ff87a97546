"use client";

import type { OperatorAnnouncement } from "@fulmar/contract";
import { Megaphone } from "lucide-react";
import { countOf } from "@/client/format.ts";
import { onDemand } from "@/client/on-demand.tsx";
import { useTRPC } from "@/client/trpc.ts";
import { columnsOf, hiddenTitle } from "@/components/data-table.tsx";
import { DateTime } from "@/components/date-time.tsx";
import { DeleteAction } from "@/components/delete-action.tsx";
import { DialogButton } from "@/components/dialog-button.tsx";
import { ListTable } from "@/components/list-page.tsx";
import { PageHeader } from "@/components/page-header.tsx";
import type { ListedKind } from "@/components/resource-list.tsx";
import { StatusBadge } from "@/components/status-badge.tsx";
import { announcementList, NOWHERE } from "../operator-queries.ts";
import { useInstallationChanged } from "../use-changed.ts";
import { useOperatorRefusal } from "../use-refusal.ts";

const dialogs = () => import("./announcement-dialogs.tsx");
const NewAnnouncement = onDemand(async () => (await dialogs()).NewAnnouncement);
const EditAnnouncement = onDemand(async () => (await dialogs()).EditAnnouncement);

const ANNOUNCEMENTS: ListedKind = {
  one: "announcement",
  many: "announcements",
  icon: Megaphone,
  purpose: "What people should know stands above their pages, and in the mail of owners.",
};

const column = columnsOf<OperatorAnnouncement>();
const columns = [
  column("title", "Title", ({ title, kind, level }) => (
    <div className="min-w-48 max-w-80 py-2 [overflow-wrap:anywhere]">
      <div className="font-medium">{title}</div>
      <div className="text-ink-muted text-xs leading-4">{level === "warning" ? `${kind}, warning` : kind}</div>
    </div>
  )),
  column("state", "State", ({ time }) => (
    <StatusBadge tone={time === "present" ? "good" : "quiet"}>{time}</StatusBadge>
  )),
  column("when", "When", ({ starts_at, ends_at }) => (
    <div className="py-2 text-xs leading-4">
      <DateTime iso={starts_at} />
      <div>{ends_at === null ? "without an end" : <DateTime iso={ends_at} />}</div>
    </div>
  )),
  column("readers", "For", ({ organization_ids, mails }) => (
    <div className="py-2">
      {organization_ids === null ? "everybody" : countOf(organization_ids.length, "organization")}
      {mails > 0 && <div className="text-ink-muted text-xs">{`${countOf(mails, "mail")} sent`}</div>}
    </div>
  )),
  column("actions", hiddenTitle("Actions"), (announcement) => <AnnouncementMenu announcement={announcement} />),
];

function AnnouncementMenu({ announcement }: { announcement: OperatorAnnouncement }) {
  const { announcement_id, title } = announcement;
  const trpc = useTRPC();
  const changed = useInstallationChanged();
  const refusal = useOperatorRefusal();
  return (
    <DeleteAction
      deletion={trpc.operatorAnnouncement.delete}
      input={{ announcement_id }}
      plan={trpc.changePlan.operatorAnnouncement.delete}
      onDeleted={() => changed(`Took back ${title}`)}
      verb="Take back"
      what="announcement"
      name={title}
      lead="Nobody sees it any more. Mails that are sent are not taken back."
      refusal={refusal}
      row={title}
      others={[
        {
          label: "Edit",
          refusal,
          dialog: (state) => <EditAnnouncement announcement={announcement} {...state} />,
        },
      ]}
    />
  );
}

/** What operators announce, newest first. */
export function AnnouncementListPage() {
  return (
    <>
      <PageHeader
        title="Announcements"
        lead="Notices and maintenance windows stand above the pages of everybody whom they concern."
      >
        <DialogButton look="primary" refusal={useOperatorRefusal()} dialog={(state) => <NewAnnouncement {...state} />}>
          New announcement
        </DialogButton>
      </PageHeader>
      <ListTable
        list={announcementList}
        path={NOWHERE}
        kind={ANNOUNCEMENTS}
        label="Announcements"
        columns={columns}
        keyOf={({ announcement_id }) => announcement_id}
      />
    </>
  );
}
