"use client";

import type { VmGroupMember } from "@fulmar/contract";
import { Server } from "lucide-react";
import { Copyable } from "@/components/copyable.tsx";
import { columnsOf } from "@/components/data-table.tsx";
import { DateTime } from "@/components/date-time.tsx";
import { Facts, Section } from "@/components/facts.tsx";
import { ListTable } from "@/components/list-page.tsx";
import { NameCell } from "@/components/name-cell.tsx";
import { PromptLink } from "@/components/prompt-link.tsx";
import { ResourceLink } from "@/components/resource-link.tsx";
import type { ListedKind } from "@/components/resource-list.tsx";
import { workspaceHref } from "@/shell/destinations.ts";
import { useImages } from "@/vms/use-catalog.ts";
import { VmStatusBadge } from "@/vms/vm-status-badge.tsx";
import { PowerSection } from "./power-section.tsx";
import { ScalingSection } from "./scaling-section.tsx";
import { DetachAction } from "./vm-group-actions.tsx";
import { useVmGroup } from "./vm-group-place.tsx";
import { type VmGroupPath, vmGroupMemberList } from "./vm-group-queries.ts";

const MEMBERS: ListedKind = {
  one: "VM",
  many: "VMs",
  icon: Server,
  purpose: "The group has no VM. Raise its count to make some.",
  hint: "Look again later.",
};

const column = columnsOf<VmGroupMember>();

const columns = [
  column("name", "Name", ({ vm_id, name }) => <NameCell page="cloud-vms" id={vm_id} name={name} idLabel="VM id" />),
  column("status", "Status", ({ status }) => <VmStatusBadge status={status} />),
  column("generation", "Template", ({ generation }) => `${generation}`),
  column("health", "Health", ({ health }) => health ?? "—"),
  column("added", "Added", ({ added_at }) => <DateTime iso={added_at} />),
  column("detach", "Actions", (member) => <DetachAction member={member} />),
];

/** A group's template, and its VMs. */
export function VmGroupOverview(path: VmGroupPath) {
  const group = useVmGroup();
  const { reason, load_balancer_id, vpc_id } = group;
  const image = useImages().data?.items.find(({ template_id }) => template_id === group.template_id);
  return (
    <div className="space-y-10">
      <Facts
        label="VM group"
        facts={[
          ["Why", reason],
          ["Plan", group.plan_id],
          [
            "Image",
            image === undefined ? (
              group.template_id
            ) : (
              <PromptLink
                key="image"
                href={workspaceHref(path.workspaceId, "images")}
                className="rounded font-medium underline underline-offset-2"
              >
                {image.name}
              </PromptLink>
            ),
          ],
          ["Site", group.site_id],
          ["Root disk", `${group.disk_gb} GB`],
          ["Tags", group.tags.length === 0 ? null : group.tags.join(", ")],
          [
            "VPC",
            vpc_id === null ? null : (
              <ResourceLink key="vpc" id={vpc_id}>
                {vpc_id}
              </ResourceLink>
            ),
          ],
          [
            "Load balancer",
            load_balancer_id === null ? null : (
              <ResourceLink key="balancer" id={load_balancer_id}>
                {load_balancer_id}
              </ResourceLink>
            ),
          ],
          ["Template", `${group.generation}`],
          ["Has the rights of", group.acts_as],
          ["VM group id", <Copyable key="id" text={group.vm_group_id} label="VM group id" />],
          ["Created", <DateTime key="created" iso={group.created_at} />],
        ]}
      />
      <PowerSection group={group} />
      <ScalingSection group={group} />
      <Section title="VMs">
        <ListTable
          list={vmGroupMemberList}
          path={path}
          kind={MEMBERS}
          label={`VMs of ${group.name}`}
          columns={columns}
          keyOf={({ vm_id }) => vm_id}
        />
      </Section>
    </div>
  );
}
