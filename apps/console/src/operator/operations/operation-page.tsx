"use client";

import { useQuery } from "@tanstack/react-query";
import { formatStatus } from "@/client/format.ts";
import { refreshEvery } from "@/client/live.ts";
import { useTRPC } from "@/client/trpc.ts";
import { Copyable } from "@/components/copyable.tsx";
import { DateTime } from "@/components/date-time.tsx";
import { Facts, FactsSkeleton, Section } from "@/components/facts.tsx";
import { Loaded } from "@/components/loaded.tsx";
import { PageHeader } from "@/components/page-header.tsx";
import { duration } from "@/operations/operation-labels.ts";

/** The course of an operation in plain sentences, and why it waits. */
export function OperatorOperationPage({ operationId }: { operationId: string }) {
  const query = useQuery({
    ...useTRPC().operatorOperation.get.queryOptions({ operation_id: operationId }),
    refetchInterval: ({ state }) => refreshEvery(state.data?.finished_at === null),
  });
  return (
    <>
      <PageHeader
        crumbs={[{ label: "Operations", href: "/operator/operations" }]}
        title={query.data === undefined ? "Operation" : formatStatus(query.data.action)}
      />
      <Loaded query={query} skeleton={<FactsSkeleton />}>
        {(operation) => (
          <div className="space-y-10">
            <Facts
              label="Operation"
              facts={[
                ["Status", formatStatus(operation.status)],
                ["Operation id", <Copyable key="id" text={operation.operation_id} label="operation id" />],
                ["Resource", <Copyable key="resource" text={operation.resource_id} label="resource id" />],
                ["Workspace", operation.workspace_id],
                ["Asked by", operation.asked_by === null ? "the product itself" : operation.asked_by.name],
                ["Submitted", <DateTime key="submitted" iso={operation.submitted_at} />],
                ["Took", tookOf(operation)],
                ["Waits because", operation.waiting],
              ]}
            />
            <Section title="Course">
              <ol className="max-w-3xl list-decimal space-y-2 pl-6 [overflow-wrap:anywhere]">
                {operation.sentences.map((sentence) => (
                  <li key={sentence}>{sentence}</li>
                ))}
              </ol>
            </Section>
          </div>
        )}
      </Loaded>
    </>
  );
}

function tookOf({ seconds, usual_seconds }: { seconds: number; usual_seconds: number | null }): string {
  const usual = usual_seconds === null ? "" : `, usually ${duration(usual_seconds * 1_000)}`;
  return `${duration(seconds * 1_000)}${usual}`;
}
