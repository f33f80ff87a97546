"use client";

import type { OperatorAddress } from "@fulmar/contract";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { onDemand } from "@/client/on-demand.tsx";
import { useTRPC } from "@/client/trpc.ts";
import { Copyable } from "@/components/copyable.tsx";
import { DateTime } from "@/components/date-time.tsx";
import { DialogButton } from "@/components/dialog-button.tsx";
import { Facts, FactsSkeleton } from "@/components/facts.tsx";
import { Loaded } from "@/components/loaded.tsx";
import { PageHeader } from "@/components/page-header.tsx";
import { PromptLink } from "@/components/prompt-link.tsx";
import { StatusBadge } from "@/components/status-badge.tsx";
import { useOperatorNames } from "../use-operator-names.ts";
import { useOperatorRefusal } from "../use-refusal.ts";

const dialogs = () => import("./address-dialogs.tsx");
const IsolateAddress = onDemand(async () => (await dialogs()).IsolateAddress);
const ReleaseAddress = onDemand(async () => (await dialogs()).ReleaseAddress);

/** A public address as who runs the installation sees it: whose it is, and whether it is on the network. */
export function OperatorAddressPage({ address }: { address: string }) {
  const query = useQuery(useTRPC().operatorAddress.get.queryOptions({ address }));
  const { data } = query;
  const names = useOperatorNames(data?.isolated_by != null);
  return (
    <>
      <PageHeader
        crumbs={[{ label: "Find", href: "/operator/find" }]}
        title={data?.address ?? "Public address"}
        aside={data && <State address={data} />}
      >
        {data && <Actions address={data} />}
      </PageHeader>
      <Loaded query={query} skeleton={<FactsSkeleton />}>
        {(found) => <Facts label="Public address" facts={factsOf(found, names)} />}
      </Loaded>
    </>
  );
}

function State({ address: { isolated_at, public_ip_id } }: { address: OperatorAddress }) {
  if (isolated_at !== null) return <StatusBadge tone="bad">isolated</StatusBadge>;
  return public_ip_id === null ? (
    <StatusBadge tone="quiet">free</StatusBadge>
  ) : (
    <StatusBadge tone="good">in use</StatusBadge>
  );
}

function Actions({ address }: { address: OperatorAddress }) {
  const refusal = useOperatorRefusal();
  return address.isolated_at === null ? (
    <DialogButton look="remove" refusal={refusal} dialog={(state) => <IsolateAddress address={address} {...state} />}>
      Isolate
    </DialogButton>
  ) : (
    <DialogButton refusal={refusal} dialog={(state) => <ReleaseAddress address={address} {...state} />}>
      Release
    </DialogButton>
  );
}

function factsOf(
  address: OperatorAddress,
  names: ReadonlyMap<string, string>,
): readonly (readonly [string, ReactNode])[] {
  const { organization_id, public_ip_id, isolated_at, isolated_by } = address;
  return [
    ["Address", <Copyable key="address" text={address.address} label="address" />],
    ["Reserved IP", public_ip_id === null ? null : <Copyable key="id" text={public_ip_id} label="id" />],
    ["Label", address.label === "" ? null : address.label],
    [
      "Organization",
      organization_id === null ? null : (
        <PromptLink
          key="organization"
          href={`/operator/organizations/${organization_id}`}
          className="rounded hover:underline"
        >
          {address.organization_name}
        </PromptLink>
      ),
    ],
    ["Workspace", address.workspace_name],
    ["Attached to", attachmentOf(address)],
    ["Site", address.site_id],
    ["Isolated since", isolated_at === null ? null : <DateTime key="isolated" iso={isolated_at} />],
    ["Reason", address.isolated_reason],
    ["Isolated by", isolated_by === null ? null : (names.get(isolated_by) ?? isolated_by)],
  ];
}

/** VMs have a page. */
function attachmentOf({ attached_resource_type, attached_resource_id, attached_resource_name }: OperatorAddress) {
  const name = attached_resource_name ?? attached_resource_id;
  if (attached_resource_type === null) return null;
  if (attached_resource_type !== "vm") return `${attached_resource_type.replace("_", " ")} ${name}`;
  return (
    <PromptLink key="vm" href={`/operator/vms/${attached_resource_id}`} className="rounded hover:underline">
      {name}
    </PromptLink>
  );
}
