"use client";

import type { OperatorHealth } from "@fulmar/contract";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { formatBytes } from "@/client/format.ts";
import { refreshEvery } from "@/client/live.ts";
import { useTRPC } from "@/client/trpc.ts";
import { columnsOf, DataTable } from "@/components/data-table.tsx";
import { DateTime } from "@/components/date-time.tsx";
import { Facts, FactsSkeleton, Section } from "@/components/facts.tsx";
import { Loaded } from "@/components/loaded.tsx";
import { PageHeader } from "@/components/page-header.tsx";
import { StatusBadge, type Tone } from "@/components/status-badge.tsx";

type State = OperatorHealth["state"];

const TONES: Readonly<Record<State, Tone>> = { ok: "good", warn: "warn", fail: "bad" };
const WORDS: Readonly<Record<State, string>> = { ok: "ok", warn: "warning", fail: "fails" };

/** How the installation is, and what to do about what is not well. */
export function HealthPage() {
  const query = useQuery({
    ...useTRPC().operatorHealth.get.queryOptions(),
    refetchInterval: () => refreshEvery(false),
  });
  const { data } = query;
  return (
    <>
      <PageHeader
        title="Health"
        lead="What workers found when they last looked at the whole installation, and what the database says now."
        aside={data && <StateBadge state={data.state} />}
      />
      <Loaded query={query} skeleton={<FactsSkeleton />}>
        {(health) => (
          <div className="space-y-10">
            <Findings health={health} />
            <Facts label="Versions and database" facts={factsOf(health)} />
            <Queue queue={health.queue} />
            <Processes health={health} />
            <Reconcilers runs={health.reconcilers} />
          </div>
        )}
      </Loaded>
    </>
  );
}

function StateBadge({ state }: { state: State }) {
  return <StatusBadge tone={TONES[state]}>{WORDS[state]}</StatusBadge>;
}

const finding = columnsOf<OperatorHealth["findings"][number]>();
const findingColumns = [
  finding("check", "Check", ({ check, state }) => (
    <div className="grid justify-items-start gap-1 py-2 sm:min-w-56">
      <span className="font-medium [overflow-wrap:anywhere]">{check}</span>
      <StateBadge state={state} />
    </div>
  )),
  finding("sentence", "Finding", ({ sentence }) => (
    <p className="min-w-44 py-2 [overflow-wrap:anywhere]">{sentence}</p>
  )),
];

function Findings({ health: { findings, reported_at } }: { health: OperatorHealth }) {
  const bad = findings.filter(({ state }) => state !== "ok");
  const good = findings.filter(({ state }) => state === "ok");
  const lead =
    reported_at === null ? (
      "No worker has looked yet."
    ) : (
      <>
        A worker looked <DateTime iso={reported_at} />.
      </>
    );
  return (
    <Section title="Findings" lead={lead}>
      {bad.length === 0 ? (
        <p className="text-ink-muted">Nothing fails, and nothing will.</p>
      ) : (
        <FindingTable label="Checks that are not ok" findings={bad} />
      )}
      {good.length > 0 && (
        <details className="mt-4">
          <summary className="cursor-pointer text-ink-muted">{good.length} checks are ok</summary>
          <div className="mt-3">
            <FindingTable label="Checks that are ok" findings={good} />
          </div>
        </details>
      )}
    </Section>
  );
}

function FindingTable({ label, findings }: { label: string; findings: OperatorHealth["findings"] }) {
  return (
    <DataTable
      label={label}
      columns={findingColumns}
      rows={findings}
      keyOf={({ check, sentence }) => `${check} ${sentence}`}
    />
  );
}

function factsOf({ versions, database }: OperatorHealth): readonly (readonly [string, ReactNode])[] {
  const { oldest_transaction_at: oldest } = database;
  return [
    ["Fulmar", versions.fulmar ?? "from the sources"],
    ["PostgreSQL", versions.postgresql],
    ["Node", versions.node],
    ["Migrations", `${versions.migrations}, the last is ${versions.last_migration}`],
    ["Size of the database", formatBytes(database.size_bytes)],
    ["Connections", `${database.connections} of ${database.most_connections}`],
    ["Oldest transaction", oldest === null ? "none" : <DateTime key="oldest" iso={oldest} />],
    ["Standbys", String(database.standbys)],
  ];
}

type Counts = OperatorHealth["queue"]["sites"][number];

const numbers = (value: number) => <span className="tabular-nums">{value}</span>;
const since = (iso: string | null, without: string) =>
  iso === null ? <span className="text-ink-subtle">{without}</span> : <DateTime iso={iso} />;

const queued = columnsOf<Counts>();
const queueColumns = [
  queued("site", "Site", ({ site_id }) => <span className="font-medium">{site_id ?? "no site"}</span>),
  queued("waiting", "Waiting", ({ waiting }) => numbers(waiting)),
  queued("running", "Running", ({ running }) => numbers(running)),
  queued("held", "Held", ({ held }) => numbers(held)),
  queued("oldest", "Oldest", ({ oldest_at }) => since(oldest_at, "none")),
];

function Queue({ queue }: { queue: OperatorHealth["queue"] }) {
  const { waiting, running, held } = queue;
  return (
    <Section
      title="Queue"
      lead={`Operations that have not ended: ${waiting} waiting, ${running} running, ${held} held at a fenced site.`}
    >
      {queue.sites.length === 0 ? (
        <p className="text-ink-muted">Every operation has ended.</p>
      ) : (
        <DataTable
          label="Operations by site"
          columns={queueColumns}
          rows={queue.sites}
          keyOf={({ site_id }) => site_id ?? ""}
        />
      )}
    </Section>
  );
}

interface Process {
  readonly key: string;
  readonly program: string;
  readonly where: string;
  readonly state: ReactNode;
}

const process = columnsOf<Process>();
const processColumns = [
  process("program", "Process", ({ program }) => <span className="font-medium">{program}</span>),
  process("where", "Where", ({ where }) => <span className="[overflow-wrap:anywhere]">{where}</span>),
  process("state", "State", ({ state }) => state),
];

const EDGE_TONES = { waiting: "quiet", connected: "good", away: "bad" } as const;

function Processes({ health: { processes, edges } }: { health: OperatorHealth }) {
  const rows: Process[] = [
    ...processes.map(({ program, host, pid, connections }) => ({
      key: `${program} ${host} ${pid}`,
      program,
      where: host === null ? "behind a pooler" : `${host}, process ${pid}`,
      state: `${connections} ${connections === 1 ? "connection" : "connections"}`,
    })),
    ...edges.map(({ name, state }) => ({
      key: `edge ${name}`,
      program: "edge",
      where: name,
      state: <StatusBadge tone={EDGE_TONES[state]}>{state}</StatusBadge>,
    })),
  ];
  return (
    <Section title="Processes" lead="Those that are connected to the database, and the edges.">
      <DataTable label="Connected processes" columns={processColumns} rows={rows} keyOf={({ key }) => key} />
    </Section>
  );
}

type Run = OperatorHealth["reconcilers"][number];

const run = columnsOf<Run>();
const runColumns = [
  run("name", "Name", ({ name, site_id }) => (
    <div className="min-w-40 py-2">
      <div className="font-medium">{name}</div>
      {site_id !== null && <div className="text-ink-muted text-xs leading-4">{site_id}</div>}
    </div>
  )),
  run("state", "State", ({ running, last_error, finished_at }) => (
    <RunState running={running} failed={last_error !== null} ran={finished_at !== null} />
  )),
  run("finished", "Last run", ({ finished_at }) => since(finished_at, "none")),
  run("took", "Took", ({ took_ms }) =>
    took_ms === null ? null : <span className="whitespace-nowrap tabular-nums">{(took_ms / 1000).toFixed(2)} s</span>,
  ),
  run("error", "Last error", ({ last_error }) => (
    <div className="max-w-96 text-xs [overflow-wrap:anywhere]">{last_error}</div>
  )),
];

function RunState({ running, failed, ran }: { running: boolean; failed: boolean; ran: boolean }) {
  if (running) return <StatusBadge tone="busy">running</StatusBadge>;
  if (failed) return <StatusBadge tone="bad">failed</StatusBadge>;
  return ran ? <StatusBadge tone="good">ok</StatusBadge> : <StatusBadge tone="quiet">waiting</StatusBadge>;
}

function Reconcilers({ runs }: { runs: readonly Run[] }) {
  return (
    <Section title="Reconcilers" lead="What workers repeat to keep the sites and the database alike, failures first.">
      {runs.length === 0 ? (
        <p className="text-ink-muted">No worker has ever run.</p>
      ) : (
        <DataTable
          label="Runs of reconcilers"
          columns={runColumns}
          rows={runs}
          keyOf={({ name, site_id }) => `${name} ${site_id}`}
        />
      )}
    </Section>
  );
}
