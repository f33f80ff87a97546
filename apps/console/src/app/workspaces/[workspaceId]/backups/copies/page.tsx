import type { Metadata } from "next";
import { CopyListPage } from "@/backups/copy-list.tsx";
import { copyList } from "@/backups/destination-queries.ts";
import { listRoute } from "@/server/prefetch.tsx";

export const metadata: Metadata = { title: "Copies" };

export default listRoute(copyList, CopyListPage);
