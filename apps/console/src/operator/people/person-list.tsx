"use client";

import type { OperatorPerson } from "@fulmar/contract";
import { Contact } from "lucide-react";
import { columnsOf } from "@/components/data-table.tsx";
import { DateTime } from "@/components/date-time.tsx";
import { ListTable } from "@/components/list-page.tsx";
import { PageHeader } from "@/components/page-header.tsx";
import { PromptLink } from "@/components/prompt-link.tsx";
import type { ListedKind } from "@/components/resource-list.tsx";
import { StatusBadge } from "@/components/status-badge.tsx";
import { NOWHERE, personList } from "../operator-queries.ts";

const PEOPLE: ListedKind = {
  one: "person",
  many: "people",
  icon: Contact,
  purpose: "Everybody who signs up is here.",
  hint: "The search finds a part of a name or of an e-mail address.",
};

const column = columnsOf<OperatorPerson>();

const columns = [
  column("name", "Name", ({ user_id, name, email }) => (
    <div className="min-w-40 max-w-72 py-2 [overflow-wrap:anywhere]">
      <PromptLink href={`/operator/people/${user_id}`} className="rounded font-medium hover:underline">
        {name}
      </PromptLink>
      <div className="text-ink-muted text-xs leading-4">{email}</div>
    </div>
  )),
  column("second_factor", "Second factor", ({ second_factor }) => <SecondFactor on={second_factor} />),
  column("passkeys", "Passkeys", ({ passkeys }) => <span className="tabular-nums">{passkeys}</span>),
  column("sessions", "Browsers", ({ sessions }) => <span className="tabular-nums">{sessions}</span>),
  column("organizations", "Organizations", ({ organizations }) => (
    <span className="tabular-nums">{organizations}</span>
  )),
  column("created", "Created", ({ created_at }) => <DateTime iso={created_at} day />),
];

/** Whether an account has an authenticator. */
export function SecondFactor({ on }: { on: boolean }) {
  return on ? <StatusBadge tone="good">on</StatusBadge> : <StatusBadge tone="quiet">off</StatusBadge>;
}

/** Everybody with an account, by e-mail address. */
export function PersonListPage() {
  return (
    <>
      <PageHeader title="People" lead="Everybody with an account, and how they sign in." />
      <ListTable
        list={personList}
        path={NOWHERE}
        kind={PEOPLE}
        label="People"
        searchLabel="Search by name or e-mail"
        columns={columns}
        keyOf={({ user_id }) => user_id}
      />
    </>
  );
}
