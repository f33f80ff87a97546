"use client";

import type { Problem } from "@fulmar/trpc";
import { CircleAlert, Lock, SearchX } from "lucide-react";
import Link from "next/link";
import { type ReactNode, use } from "react";
import { problemOf } from "@/client/problem.ts";
import { resourceHref } from "@/shell/resource-page.ts";
import { WorkspaceContext } from "@/shell/workspace.tsx";
import { Button } from "./button.tsx";

/** A refusal above a form: what to do and where, the blockers, and the request id to quote. */
export function ProblemNotice({
  problem,
}: {
  problem: Pick<Problem, "detail"> & Partial<Pick<Problem, "kind" | "code" | "blockers" | "requestId">>;
}) {
  const workspaceId = use(WorkspaceContext)?.workspaceId;
  const [page, link] = WAYS[problem.code ?? ""] ?? WAYS[problem.kind ?? ""] ?? [];
  return (
    <div role="alert" className="flex gap-3 rounded-md border border-bad/30 bg-bad-soft px-3.5 py-3">
      <CircleAlert className="mt-0.5 size-4 shrink-0 text-bad" aria-hidden />
      <div className="min-w-0">
        <p>
          {problem.detail}{" "}
          {page !== undefined && workspaceId !== undefined && (
            <Link
              href={`/workspaces/${workspaceId}/${page}`}
              className="rounded font-medium underline underline-offset-2"
            >
              {link}
            </Link>
          )}
        </p>
        {problem.blockers && problem.blockers.length > 0 && (
          <ul className="mt-1.5 list-disc pl-4 text-ink-muted">
            {problem.blockers.map((blocker) => (
              <li key={blocker.id}>
                {blocker.type.replaceAll("_", " ")} <BlockerName blocker={blocker} workspaceId={workspaceId} />{" "}
                <code className="font-mono text-xs">{blocker.id}</code>
              </li>
            ))}
          </ul>
        )}
        {problem.requestId && <p className="mt-1 font-mono text-xs text-ink-subtle">Request {problem.requestId}</p>}
      </div>
    </div>
  );
}

/** The name with a link to the resource. Nothing for who may not read it. */
function BlockerName({
  blocker: { id, name },
  workspaceId,
}: {
  blocker: NonNullable<Problem["blockers"]>[number];
  workspaceId: string | undefined;
}) {
  if (name === undefined) return null;
  if (workspaceId === undefined) return <span className="font-medium text-ink">{name}</span>;
  return (
    <Link href={resourceHref(workspaceId, id)} className="rounded font-medium text-ink underline underline-offset-2">
      {name}
    </Link>
  );
}

/** The page where the user can resolve a refused purchase, by the refusal's code or kind. */
const WAYS: Readonly<Record<string, readonly [page: "billing" | "settings/quotas", link: string]>> = {
  billing_denied: ["billing", "Open billing"],
  quota_exceeded: ["settings/quotas", "Open quotas"],
};

const FAILED = { Icon: CircleAlert, title: "Could not load", final: false };
/** Refusals that a retry does not change. */
const SHAPES: Readonly<Record<string, typeof FAILED>> = {
  forbidden: { Icon: Lock, title: "You do not have access", final: true },
  not_found: { Icon: SearchX, title: "Not found", final: true },
};

/** Shown instead of content that could not be loaded: forbidden for this role, not found, or failed. */
export function ProblemPanel({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const problem = problemOf(error);
  const { Icon, title, final } = SHAPES[problem.kind] ?? FAILED;
  return (
    <Panel icon={<Icon className={`size-5 ${final ? "" : "text-bad"}`} aria-hidden />} title={title}>
      <p role="alert">{problem.detail}</p>
      {problem.requestId && <p className="mt-2 font-mono text-xs text-ink-subtle">Request {problem.requestId}</p>}
      {!final && (
        <Button className="mt-5" onClick={onRetry}>
          Try again
        </Button>
      )}
    </Panel>
  );
}

/** The content of an empty page: its purpose and the next step. */
export function Panel({ icon, title, children }: { icon: ReactNode; title: string; children: ReactNode }) {
  return (
    <div
      className="flex flex-col items-center rounded-lg border border-line border-dashed bg-surface px-6
        in-[section]:py-10 py-16 text-center"
    >
      <div className="mb-4 grid size-11 place-items-center rounded-lg border border-line bg-canvas text-ink-muted">
        {icon}
      </div>
      <h2 className="max-w-full font-semibold text-base [overflow-wrap:anywhere]">{title}</h2>
      <div className="mt-1.5 max-w-md text-balance text-ink-muted">{children}</div>
    </div>
  );
}
