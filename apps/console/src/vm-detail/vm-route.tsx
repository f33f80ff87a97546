import type { QueryClient } from "@tanstack/react-query";
import type { ComponentType, ReactNode } from "react";
import { api, Prefetched } from "@/server/prefetch.tsx";
import type { VmKind } from "./vm-kind.ts";
import { VmLayout } from "./vm-layout.tsx";
import { vmProcedures } from "./vm-procedures.ts";
import { latestInput, vmInput } from "./vm-queries.ts";

interface RouteProps {
  readonly params: Promise<{ readonly workspaceId: string; readonly vmId: string }>;
  readonly searchParams: Promise<Readonly<Record<string, string | string[] | undefined>>>;
}

/**
 * What a tab needs to ask for its content on the server: with the very inputs that its component uses in the browser.
 */
export interface TabQuestion {
  readonly client: QueryClient;
  readonly trpc: ReturnType<typeof api>;
  readonly procedures: ReturnType<typeof vmProcedures>;
  readonly workspaceId: string;
  readonly vmId: string;
  readonly search: Readonly<Record<string, unknown>>;
}

/** The layout of the page of one VM, for one kind. */
export function vmLayout(kind: VmKind) {
  return async ({ params, children }: Pick<RouteProps, "params"> & { children: ReactNode }) => {
    const { workspaceId, vmId } = await params;
    const input = vmInput(workspaceId, vmId);
    return (
      <Prefetched
        load={(client) => [
          kind === "gpu"
            ? client.prefetchQuery(api().gpuVm.get.queryOptions(input))
            : client.prefetchQuery(api().cloudVm.get.queryOptions(input)),
          client.prefetchQuery(vmProcedures(api(), kind).vm.operations.queryOptions(latestInput(workspaceId, vmId))),
        ]}
      >
        <VmLayout kind={kind} vmId={vmId}>
          {children}
        </VmLayout>
      </Prefetched>
    );
  };
}

/** A tab of that page, for either kind. @param load asks for what it shows first */
export function vmTab(Tab: ComponentType, load: (question: TabQuestion) => readonly Promise<void>[]) {
  return (kind: VmKind) =>
    async ({ params, searchParams }: RouteProps) => {
      const [{ workspaceId, vmId }, search] = await Promise.all([params, searchParams]);
      return (
        <Prefetched
          load={(client) =>
            load({ client, trpc: api(), procedures: vmProcedures(api(), kind), workspaceId, vmId, search })
          }
        >
          <Tab />
        </Prefetched>
      );
    };
}
