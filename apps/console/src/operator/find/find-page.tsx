"use client";

import { isFoundType, isResourceType, type OperatorHit, RESOURCES } from "@fulmar/contract";
import { useQuery } from "@tanstack/react-query";
import { ScanSearch } from "lucide-react";
import { useSearchParams } from "next/navigation";
import { useTRPC } from "@/client/trpc.ts";
import { Copyable } from "@/components/copyable.tsx";
import { columnsOf, DataTable, TableSkeleton } from "@/components/data-table.tsx";
import { Loaded } from "@/components/loaded.tsx";
import { LinkCell } from "@/components/name-cell.tsx";
import { PageHeader } from "@/components/page-header.tsx";
import { Panel } from "@/components/problem-panel.tsx";
import { PromptLink } from "@/components/prompt-link.tsx";
import { StatusBadge, type Tone } from "@/components/status-badge.tsx";
import { stateTone } from "@/overview/state-tone.ts";
import { queryOf } from "../operator-queries.ts";
import { FindForm } from "./find-form.tsx";

/** Of the types that have no title, or another one for operators. */
const TITLES: Readonly<Record<string, string>> = { user: "Person", edge: "Edge", public_address: "Public address" };
/** Of the types that no workspace has. */
const TONES: Readonly<Record<string, Tone>> = { active: "good", suspended: "bad", isolated: "bad" };

const titleOf = (type: OperatorHit["type"]) => TITLES[type] ?? (isResourceType(type) ? RESOURCES[type].title[0] : type);

const column = columnsOf<OperatorHit>();

const columns = [
  column("type", "Type", ({ type }) => <span className="whitespace-nowrap">{titleOf(type)}</span>),
  column("name", "Name", (hit) => <HitName hit={hit} />),
  column("state", "State", ({ type, state }) => state !== null && <HitState type={type} state={state} />),
  column("workspace", "Workspace", ({ workspace_id, workspace_name }) =>
    workspace_id === null ? (
      <None />
    ) : (
      <div className="max-w-56 py-2 [overflow-wrap:anywhere]">
        {workspace_name}
        <div className="leading-4">
          <Copyable text={workspace_id} label="workspace id" />
        </div>
      </div>
    ),
  ),
  column("organization", "Organization", ({ organization_id, organization_name }) =>
    organization_id === null ? (
      <None />
    ) : (
      <PromptLink
        href={`/operator/organizations/${organization_id}`}
        className="rounded [overflow-wrap:anywhere] hover:underline"
      >
        {organization_name ?? organization_id}
      </PromptLink>
    ),
  ),
];

function None() {
  return <span className="text-ink-subtle">none</span>;
}

/** Organizations, people, VMs and public addresses have pages. */
function HitName({ hit: { type, id, name } }: { hit: OperatorHit }) {
  if (type === "organization") return <LinkCell href={`/operator/organizations/${id}`} id={id} name={name} />;
  if (type === "user") return <PersonName id={id} name={name} />;
  if (type === "cloud_vm" || type === "gpu_vm") return <LinkCell href={`/operator/vms/${id}`} id={id} name={name} />;
  if (type === "reserved_ip" || type === "public_address")
    return <LinkCell href={`/operator/addresses/${id}`} id={id} name={name} />;
  return (
    <div className="w-max min-w-40 max-w-72 py-2">
      <span className="font-medium [overflow-wrap:anywhere]">{name}</span>
      <div className="leading-4">
        <Copyable text={id} label="id" />
      </div>
    </div>
  );
}

/** A person's name, and below it the address, which does not break. @param name as in "Ada <ada@example.com>" */
function PersonName({ id, name }: { id: string; name: string }) {
  const address = name.lastIndexOf(" <");
  return (
    <div className="min-w-40 py-2">
      <PromptLink href={`/operator/people/${id}`} className="rounded hover:underline">
        <span className="block max-w-72 font-medium [overflow-wrap:anywhere]">{name.slice(0, address)}</span>
        <span className="block whitespace-nowrap">{name.slice(address + 2, -1)}</span>
      </PromptLink>
      <div className="leading-4">
        <Copyable text={id} label="id" />
      </div>
    </div>
  );
}

function HitState({ type, state }: { type: OperatorHit["type"]; state: string }) {
  const tone = isFoundType(type) ? stateTone({ family: type, status: state }) : (TONES[state] ?? "quiet");
  return <StatusBadge tone={tone}>{state.replaceAll("_", " ")}</StatusBadge>;
}

/** Finds anything in the installation, and whose it is. The query is in the address. */
export function FindPage() {
  const q = queryOf(useSearchParams().get("q"));
  return (
    <>
      <PageHeader title="Find" lead="Anything in the installation, and whose it is. Enter searches." />
      <FindForm query={q} label="Address, id or name" className="mb-4 max-w-xl" />
      {q === "" ? (
        <Panel icon={<ScanSearch className="size-5" aria-hidden />} title="What do you look for?">
          <p>{HINT}</p>
        </Panel>
      ) : (
        <Hits q={q} />
      )}
    </>
  );
}

const HINT =
  "The search takes an IP address, the id of anything, the beginning of a name or of an e-mail address, the " +
  "domain of a distribution, or the beginning of a token.";

function Hits({ q }: { q: string }) {
  const query = useQuery(useTRPC().operatorSearch.find.queryOptions({ q }));
  return (
    <Loaded query={query} skeleton={<TableSkeleton />}>
      {(hits) =>
        hits.length === 0 ? (
          <Panel icon={<ScanSearch className="size-5" aria-hidden />} title="Nothing has this address, id or name">
            <p>{HINT}</p>
          </Panel>
        ) : (
          <DataTable label="Found" columns={columns} rows={hits} keyOf={({ type, id }) => `${type} ${id}`} />
        )
      }
    </Loaded>
  );
}
