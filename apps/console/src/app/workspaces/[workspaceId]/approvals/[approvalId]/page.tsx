import type { Metadata } from "next";
import { ApprovalPage } from "@/approvals/approval-page.tsx";
import { approvalInput } from "@/approvals/approval-queries.ts";
import { route } from "@/server/prefetch.tsx";

export const metadata: Metadata = { title: "Approval" };

export default route<PageProps<"/workspaces/[workspaceId]/approvals/[approvalId]">>(
  ApprovalPage,
  ({ trpc, ask }, { workspaceId, approvalId }) => [
    ask(trpc.approval.get.queryOptions(approvalInput(workspaceId, approvalId))),
  ],
);
