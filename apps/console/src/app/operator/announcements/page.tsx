import type { Metadata } from "next";
import { firstPage } from "@/client/list.ts";
import { AnnouncementListPage } from "@/operator/announcements/announcement-list.tsx";
import { announcementList, NOWHERE } from "@/operator/operator-queries.ts";
import { route } from "@/server/prefetch.tsx";

export const metadata: Metadata = { title: "Announcements" };

export default route<PageProps<"/operator/announcements">>(AnnouncementListPage, ({ trpc, ask }, _path, search) => [
  ask(firstPage(announcementList, trpc, NOWHERE, search)),
]);
