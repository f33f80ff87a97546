import type { Metadata } from "next";
import { recentEventsInput } from "@/account/recent-events-input.ts";
import { SecurityPage } from "@/account/security-page.tsx";
import { Prefetched } from "@/server/prefetch.tsx";

export const metadata: Metadata = { title: "Security" };

export default function AccountSecurityPage() {
  return (
    <Prefetched
      load={({ trpc, ask }) => [
        ask(trpc.account.security.queryOptions()),
        ask(trpc.account.events.queryOptions(recentEventsInput())),
      ]}
    >
      <SecurityPage />
    </Prefetched>
  );
}
