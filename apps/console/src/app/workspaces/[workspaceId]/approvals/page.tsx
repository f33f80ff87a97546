import type { Metadata } from "next";
import { ApprovalListPage } from "@/approvals/approval-list.tsx";
import { approvalList } from "@/approvals/approval-queries.ts";
import { listRoute } from "@/server/prefetch.tsx";

export const metadata: Metadata = { title: "Approvals" };

export default listRoute(approvalList, ApprovalListPage);
