"use client";

import type { BackupDestination } from "@fulmar/contract";
import { useQuery } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { refreshEvery } from "@/client/live.ts";
import { useTRPC } from "@/client/trpc.ts";
import { Copyable } from "@/components/copyable.tsx";
import { DateTime } from "@/components/date-time.tsx";
import { DialogButton } from "@/components/dialog-button.tsx";
import { Facts, FactsSkeleton, Section } from "@/components/facts.tsx";
import { ListTable } from "@/components/list-page.tsx";
import { Loaded } from "@/components/loaded.tsx";
import { PageHeader } from "@/components/page-header.tsx";
import { workspaceHref } from "@/shell/destinations.ts";
import { useWorkspace } from "@/shell/workspace.tsx";
import { ShowAs } from "@/show-as/show-as.tsx";
import { COPIES, destinationCopyColumns } from "./copy-columns.tsx";
import { ChangeDestination, DeleteDestination } from "./destination-actions.tsx";
import { destinationCopyList, destinationInput } from "./destination-queries.ts";
import { DestinationState, placeOf, retentionOf } from "./destination-state.tsx";

export function DestinationPage({ destinationId }: { destinationId: string }) {
  const { workspaceId } = useWorkspace();
  const router = useRouter();
  const trpc = useTRPC();
  const list = workspaceHref(workspaceId, "backups/destinations");
  const input = destinationInput(workspaceId, destinationId);
  const query = useQuery({
    ...trpc.backupDestination.get.queryOptions(input),
    refetchInterval: ({ state }) => refreshEvery(state.data?.status === "checking"),
  });
  return (
    <>
      <PageHeader
        crumbs={[
          { label: "Backups", href: workspaceHref(workspaceId, "backups") },
          { label: "Destinations", href: list },
        ]}
        title={query.data?.name ?? "Destination"}
      >
        {query.data && <PageActions destination={query.data} onDeleted={() => router.push(list)} />}
      </PageHeader>
      <Loaded query={query} skeleton={<FactsSkeleton />}>
        {(destination) => (
          <div className="space-y-10">
            <Facts
              label="Destination"
              facts={[
                ["Status", <DestinationState key="status" destination={destination} />],
                ["Bucket", placeOf(destination)],
                ["Endpoint", destination.endpoint],
                ["Region", destination.region],
                ["Keeps", retentionOf(destination)],
                ["Key", <Copyable key="key" text={destination.key_fingerprint} label="fingerprint of the key" />],
                [
                  "Last used",
                  destination.checked_at === null ? "never" : <DateTime key="used" iso={destination.checked_at} />,
                ],
                ["Created", <DateTime key="created" iso={destination.created_at} />],
                ["Id", <Copyable key="id" text={destination.destination_id} label="destination id" />],
              ]}
            />
            <Section title="Copies" lead="Those that this workspace has made, and those that were found in the bucket.">
              <ListTable
                list={destinationCopyList}
                path={{ workspaceId, destinationId }}
                kind={COPIES}
                label="Copies"
                filters={{ status: ["Status"] }}
                columns={destinationCopyColumns}
                keyOf={({ copy_id }) => copy_id}
              />
            </Section>
            <ShowAs operation="backupDestination.get" input={{ destination_id: destinationId }} />
          </div>
        )}
      </Loaded>
    </>
  );
}

function PageActions({ destination, onDeleted }: { destination: BackupDestination; onDeleted: () => void }) {
  const { roleRefusal } = useWorkspace();
  return (
    <>
      <DialogButton
        refusal={roleRefusal("vm.write")}
        dialog={(state) => <ChangeDestination destination={destination} {...state} />}
      >
        Change
      </DialogButton>
      <DeleteDestination destination={destination} onDeleted={onDeleted} />
    </>
  );
}
