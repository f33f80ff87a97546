"use client";

import { useMemo, useState } from "react";
import { onDemand } from "@/client/on-demand.tsx";
import { useListChoice, usePages } from "@/client/use-list.ts";
import { Button } from "@/components/button.tsx";
import { DataTable } from "@/components/data-table.tsx";
import { BulkBar, ColumnChoice, useHiddenColumns } from "@/components/list-toolbar.tsx";
import { ResourceList } from "@/components/resource-list.tsx";
import { useWorkspace } from "@/shell/workspace.tsx";
import { useImages } from "@/vm-detail/use-catalog.ts";
import { VM_PAGES, type VmKind } from "@/vm-detail/vm-kind.ts";
import type { AnyVm } from "./any-vm.ts";
import { VM_KINDS } from "./listed-vms.ts";
import { POWER, POWER_ACTIONS, type PowerAction } from "./power.ts";
import { systemName } from "./system-name.ts";
import { useStart } from "./use-start.ts";
import { useVmList } from "./use-vm-list.ts";
import { VM_COLUMN_TITLES, vmColumns } from "./vm-columns.tsx";
import { VmListContext } from "./vm-list-context.ts";
import { VM_LIST } from "./vm-list-query.ts";
import { VmListToolbar } from "./vm-list-toolbar.tsx";

/** Both come with the first question. */
const VmQuestion = onDemand(async () => (await import("./vm-question.tsx")).VmQuestion);
const BulkPower = onDemand(async () => (await import("./bulk-power.tsx")).BulkPower);

const NONE: ReadonlySet<string> = new Set();

/** What was asked for last; each question is made anew, so that nothing of the one before is in it. */
interface Asked {
  readonly number: number;
  readonly open: boolean;
  readonly action: PowerAction;
  /** The VMs as they were then: one from its row, or those that were marked. */
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
  // Of several images of one system, the catalog's first names it.
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
