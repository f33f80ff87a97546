"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useDeferredValue, useState } from "react";
import { NamedField } from "@/audit/named-field.tsx";
import { TrailForm } from "@/audit/trail-form.tsx";
import { useTRPC } from "@/client/trpc.ts";
import { ALL_OPERATORS } from "./operator-queries.ts";

/** The offered organizations of a search. */
const MOST_OFFERED = 20;

interface ActivityFiltersProps {
  /** The filtered trail, as in the address. */
  readonly list: {
    readonly choice: {
      readonly organization_id?: string;
      readonly actor_id?: string;
      readonly resource_id?: string;
    };
    readonly narrowed: boolean;
    readonly choose: (change: Readonly<Record<string, string>>) => void;
  };
}

/** Filters the trail by the organization that an event concerned, and by who acted. Names are offered. */
export function ActivityFilters({ list: { choice, narrowed, choose } }: ActivityFiltersProps) {
  return (
    <TrailForm
      label="Events of operators"
      narrowed={narrowed}
      onApply={choose}
      onClear={() => choose({ organization_id: "", actor_id: "", resource_id: "" })}
    >
      <OrganizationField value={choice.organization_id ?? ""} />
      <OperatorField label="Who" field="actor_id" value={choice.actor_id ?? ""} example="a name or otk_…" />
      {choice.resource_id !== undefined && <input type="hidden" name="resource_id" value={choice.resource_id} />}
    </TrailForm>
  );
}

/** Filters by an organization, whose name is offered. */
export function OrganizationField({ value }: { value: string }) {
  const trpc = useTRPC();
  const [typed, setTyped] = useState("");
  const search = useDeferredValue(typed.trim()).slice(0, 128);
  const { data, fetchStatus } = useQuery({
    ...trpc.operatorOrganization.list.queryOptions({ search, limit: MOST_OFFERED }),
    enabled: search !== "",
    placeholderData: keepPreviousData,
  });
  const offered = (data?.items ?? []).map(({ organization_id, name }) => ({ id: organization_id, name }));
  return (
    <NamedField
      label="Organization"
      field="organization_id"
      value={value}
      example="a name or org_…"
      offered={offered}
      pending={fetchStatus === "fetching" || search !== typed.trim().slice(0, 128)}
      onUse={setTyped}
    />
  );
}

/** Filters by an operator, whose name is offered. */
export function OperatorField(props: { label: string; field: string; value: string; example: string }) {
  const [enabled, setEnabled] = useState(false);
  const { data, fetchStatus } = useQuery({ ...useTRPC().operator.list.queryOptions(ALL_OPERATORS), enabled });
  const offered = (data?.items ?? []).map(({ user_id, name }) => ({ id: user_id, name }));
  return (
    <NamedField {...props} offered={offered} pending={fetchStatus === "fetching"} onUse={() => setEnabled(true)} />
  );
}
