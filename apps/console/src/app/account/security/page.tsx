import type { Metadata } from "next";
import { recentEventList } from "@/account/recent-events.ts";
import { SecurityPage } from "@/account/security-page.tsx";
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
