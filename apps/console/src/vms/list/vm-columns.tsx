"use client";

import { listedVmRefusal } from "@fulmar/contract";
import { Wrench } from "lucide-react";
import { useRouter } from "next/navigation";
import { createContext, use } from "react";
import { onDemand } from "@/client/on-demand.tsx";
import { ActionMenu } from "@/components/action-menu.tsx";
import { Copyable } from "@/components/copyable.tsx";
import { columnsOf, hiddenTitle } from "@/components/data-table.tsx";
import { DateTime } from "@/components/date-time.tsx";
import { ProtectedSign, protectionRefusal } from "@/components/deletion-protection.tsx";
import { MonthlyCost } from "@/components/price-note.tsx";
import { PromptLink } from "@/components/prompt-link.tsx";
import { SiteName } from "@/components/sites.tsx";
import { workspaceHref } from "@/shell/destinations.ts";
import { useWorkspace } from "@/shell/workspace.tsx";
import { gigabytes, memory, vcpus } from "../plan.ts";
import { POWER, POWER_ACTIONS, type PowerAction } from "../power.ts";
import { SystemName } from "../system-mark.tsx";
import { type AnyVm, VM_PAGES, type VmKind } from "../vm-queries.ts";
import { VmStatusBadge } from "../vm-status-badge.tsx";

const KeptVmActions = onDemand(async () => (await import("./kept-vm-actions.tsx")).KeptVmActions);

const column = columnsOf<AnyVm>();

export const vmColumns = [
  column("name", "Name", (vm) => <VmName vm={vm} />),
  column("status", "Status", (vm) => <VmState vm={vm} />),
  column("size", "Plan", (vm) => (
    <div className="whitespace-nowrap py-2">
      {vm.plan_name}
      <div className="text-ink-subtle text-xs">
        {"gpu_model" in vm && (
          <span className="block">
            {vm.gpu_count} × {vm.gpu_model}
          </span>
        )}
        {vcpus(vm.cpu)} · {memory(vm.ram_mb)} · {gigabytes(vm.disk_gb)}
      </div>
    </div>
  )),
  column("system", "System", (vm) => <VmSystem distro={vm.os_distro} />),
  column("address", "Address", (vm) => {
    const address = vm.public_ip ?? vm.private_ip;
    return address === null ? (
      <span className="text-ink-subtle">none</span>
    ) : (
      <Copyable text={address} label="address" />
    );
  }),
  column("site", "Site", ({ site_id }) => site_id !== undefined && <SiteName siteId={site_id} />),
  column("cost", "Cost a month", (vm) => <MonthlyCost price={vm.monthly_price} />),
  column("tags", "Tags", (vm) => <VmTags tags={vm.tags} />),
  column("created", "Created", (vm) => <DateTime iso={vm.created_at} day />),
  column("actions", hiddenTitle("Actions"), (vm) => <VmRowMenu vm={vm} />),
];

function VmName({ vm }: { vm: AnyVm }) {
  const { workspaceId } = useWorkspace();
  const { kind } = useVmListContext();
  return (
    <div className="min-w-40 py-2">
      <PromptLink
        href={workspaceHref(workspaceId, `${VM_PAGES[kind].page}/${vm.id}`)}
        className="rounded font-medium [overflow-wrap:anywhere] hover:underline"
      >
        {vm.name}
      </PromptLink>
      <ProtectedSign isProtected={vm.deletion_protection} />
      <div className="leading-4">
        <Copyable text={vm.id} label="id" />
      </div>
    </div>
  );
}

/**
 * The operating system by its name in the catalog, "Debian" for `debian`. Lists do not contain a VM's image, so the
 * version is unknown.
 */
function VmSystem({ distro }: { distro: string }) {
  const { systems } = useVmListContext();
  return (
    <span className="whitespace-nowrap">
      <SystemName distro={distro} name={systems.get(distro) ?? distro} />
    </span>
  );
}

/** The tags that a line has room for. */
const SHOWN_TAGS = 2;

/** The tags of a VM. Each filters the list to the VMs that have it. */
function VmTags({ tags }: { tags: readonly string[] }) {
  const { showTag } = useVmListContext();
  const more = tags.slice(SHOWN_TAGS);
  return (
    <div className="flex items-center gap-1 whitespace-nowrap">
      {tags.slice(0, SHOWN_TAGS).map((tag) => (
        <button
          key={tag}
          type="button"
          aria-label={`Show VMs with tag ${tag}`}
          onClick={() => showTag(tag)}
          className="max-w-28 truncate rounded bg-quiet-soft px-1.5 py-0.5 text-xs hover:bg-hover hover:underline"
        >
          {tag}
        </button>
      ))}
      {more.length > 0 && (
        <span title={more.join(", ")} className="px-1 py-0.5 text-ink-muted text-xs">
          +{more.length}
        </span>
      )}
    </div>
  );
}

/** The actions on a VM of the list. Disallowed ones show why, by the same table that the server uses. */
function VmRowMenu({ vm }: { vm: AnyVm }) {
  const { act, kind } = useVmListContext();
  const { roleRefusal, workspaceId } = useWorkspace();
  const router = useRouter();
  const denied = roleRefusal("vm.write");
  return (
    <div className="text-right">
      <ActionMenu
        label={`Actions for ${vm.name}`}
        actions={[
          {
            label: "Create another",
            refusal: denied,
            onSelect: () => router.push(workspaceHref(workspaceId, `${VM_PAGES[kind].page}/new?from=${vm.id}`)),
          },
          ...POWER_ACTIONS.map((action) => ({
            label: POWER[action].verb,
            refusal:
              denied ??
              listedVmRefusal(vm, action)?.reason ??
              (action === "delete" ? protectionRefusal("VM", vm.deletion_protection) : null),
            onSelect: () => act(action, vm),
            remove: action === "delete",
          })),
        ]}
      />
    </div>
  );
}

interface VmList {
  readonly kind: VmKind;
  /** Starts a VM of the list at once. Other actions ask for confirmation. */
  readonly act: (action: PowerAction, vm: AnyVm) => void;
  readonly showTag: (tag: string) => void;
  /** Operating systems by distribution, with their names in the catalog. */
  readonly systems: ReadonlyMap<string, string>;
}

/** The context that the cells of a list of VMs need. */
export const VmListContext = createContext<VmList | null>(null);

function useVmListContext(): VmList {
  const list = use(VmListContext);
  if (list === null) throw new Error("this cell is not in a list of VMs");
  return list;
}

/** The columns of deleted VMs that can be restored. */
export const keptVmColumns = [
  column("name", "Name", (vm) => <span className="font-medium">{vm.name}</span>),
  column("size", "Plan", (vm) => <span className="whitespace-nowrap">{vm.plan_name}</span>),
  column(
    "restorable",
    "Can be restored until",
    (vm) => vm.restorable_until !== undefined && <DateTime iso={vm.restorable_until} />,
  ),
  column("actions", hiddenTitle("Actions"), (vm) => <KeptVmCell vm={vm} />),
];

function KeptVmCell({ vm }: { vm: AnyVm }) {
  const { kind } = useVmListContext();
  return <KeptVmActions kind={kind} vm={vm} />;
}

/** The status, that an operator keeps it stopped, and that maintenance touches it. */
function VmState({ vm: { status, held_at, maintenance } }: { vm: AnyVm }) {
  return (
    <span className="inline-flex flex-wrap items-center gap-1">
      <VmStatusBadge status={status} />
      {held_at != null && <span className="whitespace-nowrap text-bad text-xs">by an operator</span>}
      {maintenance != null && (
        <span title={maintenance.title} className="inline-flex items-center gap-1 whitespace-nowrap text-warn text-xs">
          <Wrench className="size-3" aria-hidden />
          maintenance
        </span>
      )}
    </span>
  );
}
