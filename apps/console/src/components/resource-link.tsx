"use client";

import Link from "next/link";
import type { ReactNode } from "react";
import { resourceHref } from "@/shell/resource-page.ts";
import { useWorkspace } from "@/shell/workspace.tsx";

export function ResourceLink({ id, children }: { id: string; children: ReactNode }) {
  const { workspaceId } = useWorkspace();
  return (
    <Link
      href={resourceHref(workspaceId, id)}
      prefetch={false}
      className="rounded font-medium underline underline-offset-2"
    >
      {children}
    </Link>
  );
}
