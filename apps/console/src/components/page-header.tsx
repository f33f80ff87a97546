import { ChevronRight } from "lucide-react";
import Link from "next/link";
import type { ReactNode } from "react";
import type { OperatorHref, WorkspaceHref } from "@/shell/destinations.ts";
import { DocumentTitle } from "@/shell/document-title.tsx";

interface Crumb {
  readonly label: string;
  readonly href: WorkspaceHref | OperatorHref;
}

/** The page's breadcrumb, title and actions. */
export function PageHeader({
  crumbs = [],
  title,
  lead,
  aside,
  children,
}: {
  crumbs?: readonly Crumb[];
  title: string;
  lead?: ReactNode;
  aside?: ReactNode;
  children?: ReactNode;
}) {
  return (
    <div className="mb-6">
      <DocumentTitle parts={[title, ...crumbs.map(({ label }) => label).toReversed()]} />
      {crumbs.length > 0 && (
        <nav aria-label="Breadcrumbs" className="mb-2">
          <ol className="flex flex-wrap items-center gap-1.5 text-ink-muted text-xs">
            {crumbs.map(({ label, href }) => (
              <li key={href} className="flex items-center gap-1.5">
                <Link href={href} className="rounded hover:text-ink hover:underline">
                  {label}
                </Link>
                <ChevronRight className="size-3" aria-hidden />
              </li>
            ))}
            <li aria-current="page" className="truncate text-ink">
              {title}
            </li>
          </ol>
        </nav>
      )}
      <div className="flex flex-wrap items-start gap-x-4 gap-y-3">
        <div className={`min-w-0 grow ${lead ? "basis-full sm:basis-72" : "basis-36"}`}>
          <div className="flex min-h-9 flex-wrap items-center gap-x-3 gap-y-1">
            <h1 className="font-semibold text-xl tracking-tight [overflow-wrap:anywhere]">{title}</h1>
            {aside}
          </div>
          {lead && <p className="text-ink-muted">{lead}</p>}
        </div>
        {children && <div className="flex flex-wrap gap-2">{children}</div>}
      </div>
    </div>
  );
}
