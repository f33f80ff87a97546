"use client";

import Link from "next/link";
import { problemOf } from "@/client/problem.ts";
import { ProblemNotice } from "@/components/problem-panel.tsx";
import { workspaceHref } from "@/shell/destinations.ts";
import { useWorkspace } from "@/shell/workspace.tsx";

/** Why something could not be bought or made, and for what money or a quota keeps back the way to where that is seen. */
export function PurchaseProblem({ error }: { error: unknown }) {
  const { workspaceId } = useWorkspace();
  const problem = problemOf(error);
  const [page, link] =
    problem.kind === "billing_denied" ? ["billing", "Open billing"] : problem.code === "quota_exceeded" ? ["settings/quotas", "Open quotas"] : [];
  return (
    <div className="space-y-2">
      <ProblemNotice problem={problem} />
      {page !== undefined && (
        <Link href={workspaceHref(workspaceId, page)} className="inline-block rounded font-medium underline underline-offset-2">
          {link}
        </Link>
      )}
    </div>
  );
}
