"use client";

import type { OperatorHit } from "@fulmar/contract";
import { useQuery } from "@tanstack/react-query";
import Form from "next/form";
import { useSearchParams } from "next/navigation";
import { formatStatus } from "@/client/format.ts";
import { refreshEvery } from "@/client/live.ts";
import { useTRPC } from "@/client/trpc.ts";
import { Button } from "@/components/button.tsx";
import { Copyable } from "@/components/copyable.tsx";
import { columnsOf, DataTable } from "@/components/data-table.tsx";
import { TextField } from "@/components/field.tsx";
import { BlockSkeleton, Loaded } from "@/components/loaded.tsx";
import { LinkCell } from "@/components/name-cell.tsx";
import { PageHeader } from "@/components/page-header.tsx";

const column = columnsOf<OperatorHit>();

const columns = [
  column("type", "What", ({ type }) => <span className="whitespace-nowrap">{formatStatus(type)}</span>),
  column("name", "Name", ({ type, id, name }) =>
    type === "user" ? (
      <LinkCell href={`/operator/people/${id}`} id={id} name={name} idLabel="person id" />
    ) : (
      <div className="min-w-40 py-2 [overflow-wrap:anywhere]">
        <div className="font-medium">{name}</div>
        <Copyable text={id} label="id" />
      </div>
    ),
  ),
  column("state", "State", ({ state }) => state !== null && formatStatus(state)),
  column("organization", "Organization", ({ organization_id, organization_name, workspace_name }) =>
    organization_id === null ? (
      <span className="text-ink-subtle">none</span>
    ) : (
      <LinkCell
        href={`/operator/organizations/${organization_id}`}
        id={organization_id}
        name={[organization_name, workspace_name].filter((name) => name !== null).join(", ")}
        idLabel="organization id"
      />
    ),
  ),
];

/** The search over all organizations. What is looked for is in the address, so that it can be kept and sent. */
export function FindPage() {
  const q = useSearchParams().get("q")?.trim() ?? "";
  return (
    <>
      <PageHeader title="Find" lead="Anything in the installation, with whose it is." />
      <Form action="/operator/find" className="mb-8 flex max-w-2xl items-start gap-3">
        <div className="grow">
          <TextField
            key={q}
            label="Look for"
            name="q"
            type="search"
            defaultValue={q}
            required
            maxLength={254}
            autoComplete="off"
            hint="An IP address, an id, the domain of a distribution, or the beginning of a name, an e-mail address or a token"
          />
        </div>
        <Button type="submit" look="primary" className="mt-7">
          Find
        </Button>
      </Form>
      {q !== "" && <Hits q={q} />}
    </>
  );
}

function Hits({ q }: { q: string }) {
  const query = useQuery({
    ...useTRPC().operatorSearch.find.queryOptions({ q }),
    refetchInterval: () => refreshEvery(false),
  });
  return (
    <Loaded query={query} skeleton={<BlockSkeleton />}>
      {(hits) =>
        hits.length === 0 ? (
          <p className="text-ink-muted">Nothing has this address, id or name.</p>
        ) : (
          <DataTable label="What was found" columns={columns} rows={hits} keyOf={({ type, id }) => `${type} ${id}`} />
        )
      }
    </Loaded>
  );
}
