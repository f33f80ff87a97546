import type { Metadata } from "next";
import { firstPage } from "@/client/list.ts";
import { NOWHERE, organizationList } from "@/operator/operator-queries.ts";
import { OrganizationListPage } from "@/operator/organization-list.tsx";
import { route } from "@/server/prefetch.tsx";

export const metadata: Metadata = { title: "Organizations" };

export default route<PageProps<"/operator/organizations">>(OrganizationListPage, ({ trpc, ask }, _path, search) => [
  ask(firstPage(organizationList, trpc, NOWHERE, search)),
]);
