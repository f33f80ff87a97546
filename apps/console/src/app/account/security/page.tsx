import type { Metadata } from "next";
import { recentEventsInput } from "@/account/recent-events-input.ts";
import { SecurityPage } from "@/account/security-page.tsx";
import { api, Prefetched } from "@/server/prefetch.tsx";

export const metadata: Metadata = { title: "Security" };

export default function AccountSecurityPage() {
  return (
    <Prefetched
      load={(client) => [
        client.prefetchQuery(api().account.security.queryOptions()),
        client.prefetchQuery(api().account.events.queryOptions(recentEventsInput())),
      ]}
    >
      <SecurityPage />
    </Prefetched>
  );
}
