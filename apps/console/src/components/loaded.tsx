"use client";

import type { ReactNode } from "react";
import { ProblemPanel } from "./problem-panel.tsx";

/** The part of TanStack's query result that this needs. */
interface Query<Data> {
  readonly data: Data | undefined;
  readonly error: unknown;
  readonly refetch: () => Promise<unknown>;
}

/**
 * The content of a query: a placeholder while loading, the error if it failed, or the content. Loaded content stays
 * visible if a later refetch fails.
 */
export function Loaded<Data>({
  query,
  skeleton,
  children,
}: {
  query: Query<Data>;
  skeleton: ReactNode;
  children: (data: Data) => ReactNode;
}) {
  if (query.data !== undefined) return children(query.data);
  if (query.error !== null) return <ProblemPanel error={query.error} onRetry={() => void query.refetch()} />;
  return skeleton;
}

/** The placeholder of one block of content. */
export function BlockSkeleton({ className = "h-48" }: { className?: string }) {
  return <div role="status" aria-label="Loading" className={`skeleton ${className}`} />;
}
