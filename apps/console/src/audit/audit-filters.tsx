"use client";

import { useRouter } from "next/navigation";
import { type ReactNode, useId, useSyncExternalStore } from "react";
import { Button } from "@/components/button.tsx";
import { useWorkspace } from "@/shell/workspace.tsx";
import { type AuditFilter, readAuditFilter } from "./audit-filter.ts";

const CONTROL =
  "h-9 w-full rounded-md border border-line-strong bg-surface px-3 text-sm shadow-card placeholder:text-ink-subtle hover:border-ink-subtle focus-visible:outline-offset-0";

/**
 * Narrows the trail. The filter goes to the address, so that it survives a reload and can be shared.
 * @param actions what can have happened, to choose from while typing
 */
export function AuditFilters({ filter, actions }: { filter: AuditFilter; actions: readonly string[] }) {
  const { workspaceId } = useWorkspace();
  const router = useRouter();
  const suggestions = useId();
  const inBrowser = useSyncExternalStore<boolean>(
    never,
    () => true,
    () => false,
  );
  const show = (next: AuditFilter) => router.replace(`/workspaces/${workspaceId}/audit?${new URLSearchParams({ ...next })}`);
  return (
    // biome-ignore lint/a11y/useSemanticElements: <search> is not known to every assistive technology yet
    <form
      role="search"
      aria-label="Audit events"
      className="mb-4 grid gap-3 sm:grid-cols-2 lg:grid-cols-3"
      onSubmit={(event) => {
        event.preventDefault();
        const typed = Object.fromEntries(new FormData(event.currentTarget));
        show(readAuditFilter({ ...typed, from: toMoment(typed.from), to: toMoment(typed.to) }));
      }}
    >
      <Labelled label="Action">
        {(id) => (
          <input
            id={id}
            name="action"
            list={suggestions}
            defaultValue={filter.action ?? ""}
            placeholder="cloudVm.create"
            autoComplete="off"
            className={CONTROL}
          />
        )}
      </Labelled>
      <datalist id={suggestions}>
        {actions.map((action) => (
          <option key={action} value={action} />
        ))}
      </datalist>
      <Labelled label="Who, by id">
        {(id) => <input id={id} name="actor_id" defaultValue={filter.actor_id ?? ""} placeholder="tok_…" className={CONTROL} />}
      </Labelled>
      <Labelled label="Resource, by id">
        {(id) => <input id={id} name="resource_id" defaultValue={filter.resource_id ?? ""} placeholder="vm_…" className={CONTROL} />}
      </Labelled>
      <Labelled label="Result">
        {(id) => (
          <select
            id={id}
            name="result"
            defaultValue={filter.result ?? ""}
            className={`${CONTROL} appearance-none bg-[image:var(--chevron)] bg-[position:right_0.6rem_center] bg-no-repeat pr-8`}
          >
            <option value="">Any</option>
            <option value="success">Done</option>
            <option value="failure">Refused or failed</option>
            {["402", "403", "409"].map((status) => (
              <option key={status} value={status}>
                {REFUSALS[status]} ({status})
              </option>
            ))}
          </select>
        )}
      </Labelled>
      {/* The browser knows the reader's time zone, the server does not: the fields are filled in there. */}
      {(["from", "to"] as const).map((bound) => (
        <Labelled key={`${bound} ${inBrowser}`} label={bound === "from" ? "From" : "Before"}>
          {(id) => <input id={id} name={bound} type="datetime-local" defaultValue={inBrowser ? toLocal(filter[bound]) : ""} className={CONTROL} />}
        </Labelled>
      ))}
      <div className="flex gap-2 sm:col-span-2 lg:col-span-3">
        <Button type="submit">Apply</Button>
        {Object.keys(filter).length > 0 && (
          <Button look="quiet" onClick={() => show({})}>
            Clear the filter
          </Button>
        )}
      </div>
    </form>
  );
}

const REFUSALS: Readonly<Record<string, string>> = { "402": "Denied by billing", "403": "Not allowed", "409": "State forbade it" };
const never = () => () => undefined;

function Labelled({ label, children }: { label: string; children: (id: string) => ReactNode }) {
  const id = useId();
  return (
    <div>
      <label htmlFor={id} className="mb-1 block text-ink-muted text-xs">
        {label}
      </label>
      {children(id)}
    </div>
  );
}

/** A moment where the reader is, as the field has it, in UTC. */
function toMoment(local: FormDataEntryValue | undefined): string {
  const at = new Date(String(local ?? ""));
  return Number.isNaN(at.getTime()) ? "" : at.toISOString();
}

function toLocal(iso: string | undefined): string {
  const at = new Date(iso ?? "");
  if (Number.isNaN(at.getTime())) return "";
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}
