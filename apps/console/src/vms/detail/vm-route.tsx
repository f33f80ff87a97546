import type { ComponentType } from "react";
import { type Asking, route } from "@/server/prefetch.tsx";
import { vmKindOf } from "../vm-kind-route.ts";
import { vmProcedures } from "../vm-queries.ts";
import type { VmPath } from "./tab-queries.ts";

/** A tab's means to prefetch its queries on the server. */
export interface TabAsking extends Asking, VmPath {
  readonly procedures: ReturnType<typeof vmProcedures>;
  readonly search: Readonly<Record<string, unknown>>;
}

/**
 * Creates a tab of a VM's page.
 * @param load prefetches the tab's first queries
 */
export function vmTab(Tab: ComponentType, load: (asking: TabAsking) => readonly Promise<unknown>[] = () => []) {
  return route<PageProps<"/workspaces/[workspaceId]/[vmKind]/[vmId]">>(
    () => <Tab />,
    (asking, { vmKind, ...path }, search) => {
      const kind = vmKindOf(vmKind);
      return load({ ...asking, procedures: vmProcedures(asking.trpc, kind), kind, ...path, search });
    },
  );
}
