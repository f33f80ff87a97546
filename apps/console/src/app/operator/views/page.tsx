import type { Metadata } from "next";
import { firstPage } from "@/client/list.ts";
import { NOWHERE, viewList } from "@/operator/operator-queries.ts";
import { ViewListPage } from "@/operator/views/view-list.tsx";
import { route } from "@/server/prefetch.tsx";

export const metadata: Metadata = { title: "Views" };

export default route<PageProps<"/operator/views">>(ViewListPage, ({ trpc, ask }, _path, search) => [
  ask(firstPage(viewList, trpc, NOWHERE, search)),
]);
