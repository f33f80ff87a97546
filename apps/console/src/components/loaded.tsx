"use client";

import type { ReactNode } from "react";
import { ProblemPanel } from "./problem-panel.tsx";

/** What of a query this needs; TanStack's results are of this shape. */
interface Query<Data> {
  readonly data: Data | undefined;
  readonly error: unknown;
  readonly refetch: () => Promise<unknown>;
}

/**
 * Content that has to be asked for: its place while it is on its way, why it could not be had, or itself. What was
 * there stays on screen while a later question fails; the next one brings it up to date.
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

/** In place of one block of content. */
export function BlockSkeleton({ className = "h-48" }: { className?: string }) {
  return <div role="status" aria-label="Loading" className={`skeleton ${className}`} />;
}
