"use client";

import type { PlacementGroup } from "@fulmar/contract";
import { Boxes, Plus } from "lucide-react";
import type { WorkspacePath } from "@/client/list.ts";
import { onDemand } from "@/client/on-demand.tsx";
import { useTRPC } from "@/client/trpc.ts";
import { Copyable } from "@/components/copyable.tsx";
import { columnsOf, hiddenTitle } from "@/components/data-table.tsx";
import { DateTime } from "@/components/date-time.tsx";
import { DeleteAction } from "@/components/delete-action.tsx";
import { DialogButton } from "@/components/dialog-button.tsx";
import { ListPage } from "@/components/list-page.tsx";
import type { ListedKind } from "@/components/resource-list.tsx";
import { TagList } from "@/components/tag-list.tsx";
import { useChanged } from "@/shell/use-changed.ts";
import { useWorkspace } from "@/shell/workspace.tsx";
import { placementGroupList } from "./placement-group-queries.ts";
import { placementWords } from "./placement-words.ts";

const NewPlacementGroup = onDemand(async () => (await import("./placement-group-dialogs.tsx")).NewPlacementGroup);
const EditPlacementGroup = onDemand(async () => (await import("./placement-group-dialogs.tsx")).EditPlacementGroup);

const PLACEMENT_GROUPS: ListedKind = {
  one: "placement group",
  many: "placement groups",
  icon: Boxes,
  purpose: "Keep VMs on different hosts, so that they do not fail together, or close to each other.",
  hint: "Search for another part of the name.",
};

const column = columnsOf<PlacementGroup>();

const columns = [
  column("name", "Name", (group) => (
    <div className="min-w-40 max-w-72 py-2">
      <span className="font-medium [overflow-wrap:anywhere]">{group.name}</span>
      <div className="leading-4">
        <Copyable text={group.placement_group_id} label="placement group id" />
      </div>
    </div>
  )),
  column("placement", "VMs run", (group) => <div className="min-w-44">{placementWords(group)}</div>),
  column("vms", "VMs", (group) => <span className="tabular-nums">{group.vm_count}</span>),
  column("tags", "Tags", (group) => <TagList tags={group.tags} oneLine />),
  column("created", "Created", (group) => <DateTime iso={group.created_at} />),
  column("actions", hiddenTitle("Actions"), (group) => <GroupActions group={group} />),
];

export function PlacementGroupListPage(path: WorkspacePath) {
  const { roleRefusal } = useWorkspace();
  return (
    <ListPage
      list={placementGroupList}
      path={path}
      title="Placement groups"
      lead="VMs that are kept apart or together. A VM gets its group when it is created."
      kind={PLACEMENT_GROUPS}
      links={
        <DialogButton
          look="primary"
          command="New placement group"
          refusal={roleRefusal("vm.write")}
          dialog={(state) => <NewPlacementGroup {...state} />}
        >
          <Plus className="size-4" aria-hidden />
          New placement group
        </DialogButton>
      }
      columns={columns}
      keyOf={({ placement_group_id }) => placement_group_id}
    />
  );
}

function GroupActions({ group }: { group: PlacementGroup }) {
  const { workspaceId, roleRefusal } = useWorkspace();
  const trpc = useTRPC();
  const changed = useChanged();
  const { placement_group_id, name } = group;
  const refusal = roleRefusal("vm.write");
  return (
    <DeleteAction
      deletion={trpc.placementGroup.delete}
      input={{ workspace_id: workspaceId, placement_group_id }}
      plan={trpc.changePlan.placementGroup.delete}
      onDeleted={() => changed(`Deleted ${name}`)}
      what="placement group"
      name={name}
      lead="New VMs can no longer be created in it."
      refusal={refusal}
      row={name}
      others={[{ label: "Edit", refusal, dialog: (state) => <EditPlacementGroup group={group} {...state} /> }]}
    />
  );
}
