import { publicCatalog } from "@fulmar/contract";
import type { Metadata } from "next";
import { auditList } from "@/audit/audit-filter.ts";
import { AuditPage } from "@/audit/audit-page.tsx";
import { firstPage } from "@/client/list.ts";
import { Prefetched } from "@/server/prefetch.tsx";

export const metadata: Metadata = { title: "Audit" };

/** Operations that write an audit event. */
const ACTIONS = publicCatalog.filter(({ audited }) => audited).map(({ id }) => id);

export default async function AuditEventsPage({ params, searchParams }: PageProps<"/workspaces/[workspaceId]/audit">) {
  const { workspaceId } = await params;
  const search = await searchParams;
  return (
    <Prefetched load={({ trpc, ask }) => [ask(firstPage(auditList, trpc, { workspaceId }, search))]}>
      <AuditPage actions={ACTIONS} />
    </Prefetched>
  );
}
