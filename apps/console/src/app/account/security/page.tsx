import type { Metadata } from "next";
import { SecurityPage } from "@/account/security-page.tsx";
import { recentEventList } from "@/audit/audit-filter.ts";
import { firstPage } from "@/client/list.ts";
import { Prefetched } from "@/server/prefetch.tsx";

export const metadata: Metadata = { title: "Security" };

export default function AccountSecurityPage() {
  return (
    <Prefetched
      load={({ trpc, ask }) => [
        ask(trpc.account.security.queryOptions()),
        ask(firstPage(recentEventList, trpc, {}, {})),
      ]}
    >
      <SecurityPage />
    </Prefetched>
  );
}
