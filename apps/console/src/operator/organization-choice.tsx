"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTRPC } from "@/client/trpc.ts";
import { useSettled } from "@/client/use-settled.ts";
import { CheckOption } from "@/components/check-option.tsx";
import { FieldMessage, TextField } from "@/components/field.tsx";

/** The organizations that a search shows. */
const FOUND = { limit: 8 };

/** The field of a form: named organizations, or null for everybody. */
export const organizationChoice = {
  initial: null as readonly string[] | null,
  send: (ids: readonly string[] | null) => (ids === null ? null : [...ids]),
};

/** The choice of everybody, or of named organizations. */
export function OrganizationChoice({
  legend,
  everybody,
  chosen,
  onChoose,
  error,
}: {
  legend: string;
  /** The label of the choice of everybody. */
  everybody: string;
  chosen: readonly string[] | null;
  onChoose: (chosen: readonly string[] | null) => void;
  error: string | undefined;
}) {
  return (
    <fieldset className="space-y-2">
      <legend className="mb-1.5 font-medium">{legend}</legend>
      <CheckOption
        label={everybody}
        checked={chosen === null}
        onChange={(event) => onChoose(event.currentTarget.checked ? null : [])}
      />
      {chosen !== null && <Organizations chosen={chosen} onChoose={onChoose} />}
      <div className="mt-1.5 text-xs empty:hidden">
        <FieldMessage label="Organizations" error={error} choice />
      </div>
    </fieldset>
  );
}

function Organizations({
  chosen,
  onChoose,
}: {
  chosen: readonly string[];
  onChoose: (chosen: readonly string[]) => void;
}) {
  const trpc = useTRPC();
  const [typed, setTyped] = useState("");
  const search = useSettled(typed.trim());
  const found = useQuery({
    ...trpc.operatorOrganization.list.queryOptions({ ...FOUND, ...(search !== "" && { search }) }),
    placeholderData: keepPreviousData,
  });
  const others = found.data?.items.filter(({ organization_id }) => !chosen.includes(organization_id)) ?? [];
  const choose = (id: string, on: boolean) => onChoose(on ? [...chosen, id] : chosen.filter((other) => other !== id));
  return (
    <div className="space-y-2">
      <TextField
        label="Find organizations"
        type="search"
        autoComplete="off"
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
        // Enter would send the form around the field.
        onKeyDown={(event) => event.key === "Enter" && event.preventDefault()}
      />
      <div className="max-h-52 space-y-2 overflow-y-auto rounded-md border border-line-strong bg-surface p-3 shadow-card">
        {chosen.map((id) => (
          <Chosen key={id} id={id} onChoose={choose} />
        ))}
        {others.map(({ organization_id, name }) => (
          <CheckOption
            key={organization_id}
            label={name}
            hint={organization_id}
            checked={false}
            onChange={() => choose(organization_id, true)}
          />
        ))}
        {chosen.length + others.length === 0 && found.data && (
          <p className="text-ink-muted text-xs">No organization matches.</p>
        )}
      </div>
    </div>
  );
}

/** An organization that is chosen, found or not. */
function Chosen({ id, onChoose }: { id: string; onChoose: (id: string, on: boolean) => void }) {
  const { data } = useQuery(useTRPC().operatorOrganization.get.queryOptions({ organization_id: id }));
  return <CheckOption label={data?.name ?? id} hint={id} checked onChange={() => onChoose(id, false)} />;
}
