import type { Metadata } from "next";
import { budgetList, mayReadWallet } from "@/billing/billing-queries.ts";
import { BudgetsPage } from "@/billing/budgets-page.tsx";
import { firstPage } from "@/client/list.ts";
import { Prefetched } from "@/server/prefetch.tsx";
import { requireWorkspace } from "@/server/session.ts";

export const metadata: Metadata = { title: "Budgets" };

export default async function BillingBudgetsPage({
  params,
  searchParams,
}: PageProps<"/workspaces/[workspaceId]/billing/budgets">) {
  const { workspaceId } = await params;
  const { organization } = await requireWorkspace(workspaceId);
  const search = await searchParams;
  return (
    <Prefetched
      load={({ trpc, ask }) =>
        mayReadWallet(organization) ? [ask(firstPage(budgetList, trpc, { workspaceId }, search))] : []
      }
    >
      <BudgetsPage />
    </Prefetched>
  );
}
