"use client";

import type { WorkspacePath } from "@/client/list.ts";
import { ListPage } from "@/components/list-page.tsx";
import { NewPeeringButton } from "./new-peering-button.tsx";
import { nameColumn, otherColumns, PEERINGS, vpcColumn } from "./peering-columns.tsx";
import { vpcPeeringList } from "./vpc-peering-queries.ts";

const columns = [nameColumn, vpcColumn, ...otherColumns];

/** The peerings of all VPCs, and the requests of other workspaces. */
export function VpcPeeringListPage(path: WorkspacePath) {
  return (
    <ListPage
      list={vpcPeeringList}
      path={path}
      title="VPC peerings"
      lead="VPCs that reach each other, and requests of other workspaces."
      kind={PEERINGS}
      filters={{ status: ["Status"] }}
      links={<NewPeeringButton />}
      columns={columns}
      keyOf={({ vpc_peering_id }) => vpc_peering_id}
    />
  );
}
