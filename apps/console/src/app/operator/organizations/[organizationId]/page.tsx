import type { Metadata } from "next";
import { firstPage } from "@/client/list.ts";
import {
  organizationEventList,
  organizationOperationList,
  organizationPaymentList,
} from "@/operator/operator-queries.ts";
import { OrganizationPage } from "@/operator/organization-page.tsx";
import { route } from "@/server/prefetch.tsx";

export const metadata: Metadata = { title: "Organization" };

export default route<PageProps<"/operator/organizations/[organizationId]">>(
  OrganizationPage,
  ({ trpc, ask }, { organizationId }, search) => [
    ask(trpc.operatorOrganization.get.queryOptions({ organization_id: organizationId })),
    ask(trpc.operatorOrganization.priceBooks.queryOptions({ organization_id: organizationId })),
    ask(trpc.operatorPriceBook.list.queryOptions()),
    ask(firstPage(organizationPaymentList, trpc, { organizationId }, search)),
    ask(firstPage(organizationOperationList, trpc, { organizationId }, search)),
    ask(firstPage(organizationEventList, trpc, { organizationId }, search)),
  ],
);
