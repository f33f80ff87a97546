"use client";

import { Section } from "@/components/facts.tsx";
import { ListTable } from "@/components/list-page.tsx";
import { NewPeeringButton } from "./new-peering-button.tsx";
import { nameColumn, otherColumns, PEERINGS } from "./peering-columns.tsx";
import { peeringsOfVpc, type VpcPath } from "./vpc-peering-queries.ts";

const columns = [nameColumn, ...otherColumns];

/** The peerings of one VPC, and the requests to it. */
export function PeeringsOfVpc(path: VpcPath) {
  return (
    <Section
      title="Peerings"
      lead="VPCs at the same site that this one reaches, and requests of other workspaces."
      actions={<NewPeeringButton vpcId={path.vpcId} />}
    >
      <ListTable
        list={peeringsOfVpc}
        path={path}
        kind={PEERINGS}
        label="Peerings of the VPC"
        filters={{ status: ["Status"] }}
        columns={columns}
        keyOf={({ vpc_peering_id }) => vpc_peering_id}
      />
    </Section>
  );
}
