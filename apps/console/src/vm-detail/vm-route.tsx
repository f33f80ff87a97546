import type { ComponentType, ReactNode } from "react";
import { type Asking, Prefetched } from "@/server/prefetch.tsx";
import { type VmKind, vmInput, vmProcedures } from "@/vms/vm-queries.ts";
import { latestInput, type VmPath } from "./tab-queries.ts";
import { VmLayout } from "./vm-layout.tsx";

interface RouteProps {
  readonly params: Promise<{ readonly workspaceId: string; readonly vmId: string }>;
  readonly searchParams: Promise<Readonly<Record<string, string | string[] | undefined>>>;
}

/** What a tab needs to prefetch its queries on the server. */
export interface TabAsking extends Asking, VmPath {
  readonly procedures: ReturnType<typeof vmProcedures>;
  readonly search: Readonly<Record<string, unknown>>;
}

/** Creates the layout of a VM's page for one kind. */
export function vmLayout(kind: VmKind) {
  return async ({ params, children }: Pick<RouteProps, "params"> & { children: ReactNode }) => {
    const { workspaceId, vmId } = await params;
    const input = vmInput(workspaceId, vmId);
    return (
      <Prefetched
        load={({ trpc, ask }) => [
          kind === "gpu" ? ask(trpc.gpuVm.get.queryOptions(input)) : ask(trpc.cloudVm.get.queryOptions(input)),
          ask(vmProcedures(trpc, kind).vm.operations.queryOptions(latestInput(workspaceId, vmId))),
        ]}
      >
        <VmLayout kind={kind} vmId={vmId}>
          {children}
        </VmLayout>
      </Prefetched>
    );
  };
}

/**
 * Creates a tab of a VM's page for either kind.
 * @param load prefetches the tab's first queries
 */
export function vmTab(Tab: ComponentType, load: (asking: TabAsking) => readonly Promise<unknown>[]) {
  return (kind: VmKind) =>
    async ({ params, searchParams }: RouteProps) => {
      const [{ workspaceId, vmId }, search] = await Promise.all([params, searchParams]);
      return (
        <Prefetched
          load={(asking) =>
            load({ ...asking, procedures: vmProcedures(asking.trpc, kind), kind, workspaceId, vmId, search })
          }
        >
          <Tab />
        </Prefetched>
      );
    };
}
