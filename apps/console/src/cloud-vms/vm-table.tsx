"use client";

import { VM_STATES } from "@fulmar/contract";
import { keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Cpu, Server, X } from "lucide-react";
import { type ReactNode, useMemo, useState } from "react";
import { sitesQuestion } from "@/client/catalog-questions.ts";
import { formatStatus } from "@/client/format-status.ts";
import { pageOf } from "@/client/list.ts";
import { refreshEvery } from "@/client/live.ts";
import { onDemand } from "@/client/on-demand.tsx";
import { problemOf } from "@/client/problem.ts";
import { useTRPC } from "@/client/trpc.ts";
import { useListChoice, usePages } from "@/client/use-list.ts";
import { Button } from "@/components/button.tsx";
import { DataTable } from "@/components/data-table.tsx";
import { BulkBar, ColumnChoice, ListToolbar, useHiddenColumns } from "@/components/list-toolbar.tsx";
import { type ListedKind, ResourceList } from "@/components/resource-list.tsx";
import { notify } from "@/components/toast-store.ts";
import { useWorkspace } from "@/shell/workspace.tsx";
import { useImages } from "@/vm-detail/use-catalog.ts";
import { VM_PAGES, type VmKind } from "@/vm-detail/vm-queries.ts";
import { cloudVmList, gpuVmList, VM_LIST } from "../vm-detail/vm-queries.ts";
import { POWER, POWER_ACTIONS, type PowerAction } from "./power.ts";
import { systemName } from "./system-name.ts";
import { usePower } from "./use-power.ts";
import { VM_COLUMN_TITLES, vmColumns } from "./vm-columns.tsx";
import { type AnyVm, VmListContext } from "./vm-list-context.ts";

/** Both load with the first dialog. */
const VmQuestion = onDemand(async () => (await import("./vm-question.tsx")).VmQuestion);
const BulkPower = onDemand(async () => (await import("./bulk-power.tsx")).BulkPower);

const NONE: ReadonlySet<string> = new Set();

/** The latest action. Each one mounts a new dialog, so that no state of the previous one remains. */
interface Asked {
  readonly number: number;
  readonly open: boolean;
  readonly action: PowerAction;
  /** The VMs at that time: one from its row, or the marked ones. */
  readonly vms: readonly AnyVm[];
  readonly bulk: boolean;
}

export function VmTable({ kind }: { kind: VmKind }) {
  const columns = useHiddenColumns(VM_PAGES[kind].page);
  const { roleRefusal } = useWorkspace();
  const list = useListChoice(VM_LIST);
  const { choice, choose } = list;
  const refusal = roleRefusal("vm.write");
  const pages = usePages(list.key);
  const query = useVmList(kind, pages.cursor);
  const [chosen, setChosen] = useState(NONE);
  const [asked, setAsked] = useState<Asked | null>(null);
  const ask = (action: PowerAction, vms: readonly AnyVm[], bulk: boolean) =>
    setAsked((last) => ({ number: (last?.number ?? 0) + 1, open: true, action, vms, bulk }));
  const start = useStart(kind);
  const images = useImages().data?.items;
  // If a system has several images, the first in the catalog names it.
  const systems = useMemo(
    () => new Map(images?.toReversed().map((image) => [image.os_distro, systemName(image)])),
    [images],
  );
  const context = {
    kind,
    act: (action: PowerAction, vm: AnyVm) => (action === "start" ? start(vm) : ask(action, [vm], false)),
    showTag: (tag: string) => choose({ tag }),
    systems,
  };
  const close = () => setAsked((last) => last && { ...last, open: false });
  return (
    <VmListContext value={context}>
      <ResourceList
        kind={VM_KINDS[kind]}
        list={list}
        query={query}
        pages={pages}
        refusal={refusal}
        toolbar={
          <VmListToolbar>
            <ColumnChoice columns={VM_COLUMN_TITLES} hidden={columns.hidden} onShow={columns.show} />
          </VmListToolbar>
        }
      >
        {(items) => {
          const marked = items.filter(({ id }) => chosen.has(id));
          return (
            <>
              <BulkBar count={marked.length} onClear={() => setChosen(NONE)}>
                {POWER_ACTIONS.map((action) => (
                  <Button
                    key={action}
                    look={action === "delete" ? "remove" : "secondary"}
                    onClick={() => ask(action, marked, true)}
                  >
                    {POWER[action].verb}
                  </Button>
                ))}
              </BulkBar>
              <DataTable
                label="VMs"
                columns={vmColumns}
                rows={items}
                keyOf={({ id }) => id}
                hidden={columns.hidden}
                sort={{
                  by: choice.sort ?? "-created_at",
                  fields: { name: "name", created: "created_at" },
                  onSort: (sort) => choose({ sort }),
                }}
                {...(refusal === null && {
                  selection: { chosen, onChoose: setChosen, nameOf: ({ name }: AnyVm) => name },
                })}
              />
            </>
          );
        }}
      </ResourceList>
      {asked !== null && <Question key={asked.number} kind={kind} asked={asked} onClose={close} />}
    </VmListContext>
  );
}

function Question({
  kind,
  asked: { open, action, vms, bulk },
  onClose,
}: {
  kind: VmKind;
  asked: Asked;
  onClose: () => void;
}) {
  if (bulk) return <BulkPower kind={kind} action={action} vms={vms} open={open} onClose={onClose} />;
  const [vm] = vms;
  return vm && <VmQuestion kind={kind} action={action} vm={vm} open={open} onClose={onClose} />;
}

const VMS = {
  one: "VM",
  many: "VMs",
  hint: "Search for another part of the name, or choose another status, site or tag.",
};

/** The words for the list of each kind of VM. */
const VM_KINDS: Readonly<Record<VmKind, ListedKind>> = {
  cloud: {
    ...VMS,
    next: { page: `${VM_PAGES.cloud.page}/new`, words: "Create a VM" },
    icon: Server,
    purpose:
      "A cloud VM runs an operating system of your choice within seconds. Choose a plan and an image to create the first one.",
  },
  gpu: {
    ...VMS,
    next: { page: `${VM_PAGES.gpu.page}/new`, words: "Create a VM" },
    icon: Cpu,
    purpose:
      "A GPU VM is a machine with accelerators of its own, for training and inference. Choose a plan and an image to create the first one.",
  },
};

/** Starts a VM without confirmation, because that is harmless. */
function useStart(kind: VmKind): (vm: AnyVm) => void {
  const power = usePower(kind);
  const queryClient = useQueryClient();
  const start = useMutation({
    mutationFn: (vm: AnyVm) => power("start", vm.id, false),
    onSuccess: async (_, vm) => {
      notify.begun(`Starting ${vm.name}`);
      await queryClient.invalidateQueries();
    },
    onError: (error, vm) => notify.failed(`${vm.name} was not started`, problemOf(error).detail),
  });
  return start.mutate;
}

/**
 * One page of the VMs of a kind, polled often while one of them changes. There is one query per kind, of which one is
 * enabled, because their answers differ in type.
 */
function useVmList(kind: VmKind, cursor: string | undefined) {
  const { workspaceId } = useWorkspace();
  const trpc = useTRPC();
  const { choice } = useListChoice(VM_LIST);
  const page = pageOf(choice, cursor);
  const refetchInterval = ({ state }: { state: { data: { items: readonly AnyVm[] } | undefined } }) =>
    refreshEvery(state.data?.items.some((vm) => VM_STATES[vm.status].changing) ?? false);
  const options = { placeholderData: keepPreviousData, refetchInterval };
  const cloud = useQuery({ ...cloudVmList.ask(trpc, { workspaceId }, page), ...options, enabled: kind === "cloud" });
  const gpu = useQuery({ ...gpuVmList.ask(trpc, { workspaceId }, page), ...options, enabled: kind === "gpu" });
  return kind === "gpu" ? gpu : cloud;
}

/** The filters of a list of VMs: part of the name, status, site, and a tag chosen in a row. */
function VmListToolbar({ children }: { children: ReactNode }) {
  const { workspaceId } = useWorkspace();
  const trpc = useTRPC();
  const { choice, choose } = useListChoice(VM_LIST);
  const sites = useQuery(sitesQuestion(trpc, { workspaceId }));
  return (
    <ListToolbar
      search={choice.search ?? ""}
      filters={[
        {
          name: "status",
          label: "Status",
          value: choice.status ?? "",
          options: VM_LIST.filters.status.map((status) => [status, formatStatus(status)] as const),
        },
        {
          name: "site_id",
          label: "Site",
          value: choice.site_id ?? "",
          options: (sites.data?.items ?? []).map(({ site_id, name }) => [site_id, name] as const),
        },
      ]}
      onChoose={choose}
    >
      {choice.tag !== undefined && (
        <Button
          onClick={() => choose({ tag: "" })}
          aria-label={`Show VMs without tag ${choice.tag} too`}
          className="max-w-60"
        >
          <span className="truncate">Tag: {choice.tag}</span>
          <X className="size-3.5 shrink-0" aria-hidden />
        </Button>
      )}
      {children}
    </ListToolbar>
  );
}
