"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Cpu, Server } from "lucide-react";
import { useMemo, useState } from "react";
import { formatStatus } from "@/client/format.ts";
import { onDemand } from "@/client/on-demand.tsx";
import { problemOf } from "@/client/problem.ts";
import { useTRPC } from "@/client/trpc.ts";
import { useListChoice } from "@/client/use-list.ts";
import { Button } from "@/components/button.tsx";
import { ListPage } from "@/components/list-page.tsx";
import type { ListedKind } from "@/components/resource-list.tsx";
import { useSiteChoices } from "@/components/sites.tsx";
import { notify } from "@/components/toast-store.ts";
import { useProfile } from "@/shell/profile.tsx";
import { useWorkspace } from "@/shell/workspace.tsx";
import { POWER, POWER_ACTIONS, type PowerAction, usePower } from "../power.ts";
import { systemName } from "../system-name.ts";
import { useImages } from "../use-catalog.ts";
import { type AnyVm, VM_LISTS, VM_PAGES, type VmKind } from "../vm-queries.ts";
import { keptVmColumns, VmListContext, vmColumns } from "./vm-columns.tsx";

const VmQuestion = onDemand(async () => (await import("../vm-question.tsx")).VmQuestion);
const BulkPower = onDemand(async () => (await import("./bulk-power.tsx")).BulkPower);

/** The latest action. Each one mounts a new dialog, so that no state of the previous one remains. */
interface Asked {
  readonly number: number;
  readonly open: boolean;
  readonly action: PowerAction;
  /** The VMs at that time: one from its row, or the marked ones. */
  readonly vms: readonly AnyVm[];
  readonly bulk: boolean;
}

/** The list of a workspace's VMs of one kind. */
export function VmListPage({ kind }: { kind: VmKind }) {
  const { workspaceId } = useWorkspace();
  const { choice, choose } = useListChoice(VM_LISTS[kind]);
  const trpc = useTRPC();
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
    showTag: (tag: string) => choose({ tag: [tag] }),
    systems,
  };
  const close = () => setAsked((last) => last && { ...last, open: false });
  const { page, title } = VM_PAGES[kind];
  const deleted = choice.deleted !== undefined;
  const windows = useMaintenanceChoices(choice.announcement_id);
  return (
    <VmListContext value={context}>
      <ListPage
        list={VM_LISTS[kind]}
        path={{ workspaceId }}
        title={title}
        label="VMs"
        kind={VM_KINDS[kind]}
        newLabel="New VM"
        scope="vm.write"
        filters={{
          status: ["Status", formatStatus],
          site_id: ["Site", useSiteChoices()],
          tag: ["Tag", trpc.overview.tags.queryOptions({ workspace_id: workspaceId, type: TYPE_OF[kind] })],
          deleted: ["State", () => "deleted, can be restored"],
          ...(windows.length > 0 && { announcement_id: ["Maintenance", windows] }),
        }}
        // Also above an empty list, because its filter finds deleted VMs that can be restored.
        toolbar="always"
        columns={deleted ? keptVmColumns : vmColumns}
        {...(!deleted && { columnsKeptAs: page })}
        sortedBy={SORTED_BY}
        keyOf={({ id }) => id}
        {...(!deleted && {
          bulk: {
            nameOf: ({ name }: AnyVm) => name,
            actions: (marked: readonly AnyVm[]) =>
              POWER_ACTIONS.map((action) => (
                <Button
                  key={action}
                  look={action === "delete" ? "remove" : "secondary"}
                  onClick={() => ask(action, marked, true)}
                >
                  {POWER[action].verb}
                </Button>
              )),
          },
        })}
      />
      {asked !== null && <Question key={asked.number} kind={kind} asked={asked} onClose={close} />}
    </VmListContext>
  );
}

/** The announced maintenance as values of a filter. One that is chosen is among them when it is over, too. */
function useMaintenanceChoices(chosen: string | undefined): readonly (readonly [id: string, title: string])[] {
  const announced = useProfile()
    .announcements.filter(({ kind }) => kind === "maintenance")
    .map(({ announcement_id, title }) => [announcement_id, title] as const);
  return chosen === undefined || announced.some(([id]) => id === chosen)
    ? announced
    : [...announced, [chosen, "Maintenance that is over"]];
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

/** The order of each column. */
const SORTED_BY = {
  name: "name",
  size: "plan_id",
  system: "os_distro",
  site: "site_id",
  cost: "monthly_price",
  created: "created_at",
};

const TYPE_OF = { cloud: "cloud_vm", gpu: "gpu_vm" } as const;

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
      "A cloud VM runs an operating system of your choice within seconds. Choose a plan and an image to create " +
      "the first one.",
  },
  gpu: {
    ...VMS,
    next: { page: `${VM_PAGES.gpu.page}/new`, words: "Create a VM" },
    icon: Cpu,
    purpose:
      "A GPU VM has its own accelerators, for training and inference. Choose a plan and an image to create the " +
      "first one.",
  },
};

/** Starts a VM without confirmation, because that is harmless. */
function useStart(kind: VmKind): (vm: AnyVm) => void {
  const power = usePower(kind);
  const queryClient = useQueryClient();
  const start = useMutation({
    mutationFn: (vm: AnyVm) => power("start", vm.id, false),
    onSuccess: async (_, vm) => {
      notify.begun(`Starting ${vm.name}`, undefined, vm.id);
      await queryClient.invalidateQueries();
    },
    onError: (error, vm) => notify.failed(`${vm.name} was not started`, problemOf(error).detail),
  });
  return start.mutate;
}
