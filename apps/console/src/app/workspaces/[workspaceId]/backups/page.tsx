import type { Metadata } from "next";
import { BackupListPage } from "@/backups/backup-list.tsx";
import { workspaceBackupList } from "@/backups/backup-queries.ts";
import { listRoute } from "@/server/prefetch.tsx";

export const metadata: Metadata = { title: "Backups" };

export default listRoute(workspaceBackupList, BackupListPage);
