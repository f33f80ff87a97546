"use client";

import { type ReactNode, useId, useSyncExternalStore } from "react";
import { Button } from "@/components/button.tsx";
import { AUDIT_LIST, type AuditChoice } from "./audit-filter.ts";

const CONTROL =
  "h-9 w-full rounded-md border border-line-strong bg-surface px-3 text-sm shadow-card placeholder:text-ink-subtle hover:border-ink-subtle focus-visible:outline-offset-0";

const SELECT = `${CONTROL} appearance-none bg-[image:var(--chevron)] bg-[position:right_0.6rem_center] bg-no-repeat pr-8`;

/** All filters cleared. */
const NOTHING = Object.fromEntries(AUDIT_LIST.texts.map((field) => [field, ""]));

interface AuditFiltersProps {
  /** The filtered trail, as in the address. */
  readonly list: {
    readonly choice: AuditChoice;
    readonly narrowed: boolean;
    readonly choose: (change: Readonly<Record<string, string>>) => void;
  };
  /** The possible actions: either suggestions while typing, or pairs of action and label to choose from. */
  readonly actions: readonly string[] | readonly (readonly [action: string, words: string])[];
  /** The placeholders of empty fields. */
  readonly examples: { readonly action?: string; readonly actor_id: string; readonly resource_id: string };
  /** Whether this trail contains refused requests too. */
  readonly withResult?: boolean;
}

/** Filters a trail by the typed values once they are applied. */
export function AuditFilters({
  list: { choice, narrowed, choose },
  actions,
  examples,
  withResult = false,
}: AuditFiltersProps) {
  const inBrowser = useSyncExternalStore<boolean>(
    never,
    () => true,
    () => false,
  );
  return (
    // biome-ignore lint/a11y/useSemanticElements: not every assistive technology supports <search> yet
    <form
      role="search"
      aria-label="Audit events"
      className="mb-4 grid grid-cols-2 gap-3 lg:grid-cols-3"
      onSubmit={(event) => {
        event.preventDefault();
        choose(
          Object.fromEntries(
            [...new FormData(event.currentTarget)].map(([field, typed]) => [
              field,
              wanted(field, String(typed).trim()),
            ]),
          ),
        );
      }}
    >
      <ActionField actions={actions} value={choice.action ?? ""} example={examples.action} />
      <Labelled label="Who, by id">
        {(id) => (
          <input
            id={id}
            name="actor_id"
            defaultValue={choice.actor_id ?? ""}
            placeholder={examples.actor_id}
            className={CONTROL}
          />
        )}
      </Labelled>
      <Labelled label="Resource, by id">
        {(id) => (
          <input
            id={id}
            name="resource_id"
            defaultValue={choice.resource_id ?? ""}
            placeholder={examples.resource_id}
            className={CONTROL}
          />
        )}
      </Labelled>
      {withResult && <ResultField value={choice.result ?? ""} />}
      {/* Only the browser knows the user's time zone, so these fields are filled in there. */}
      {(["from", "to"] as const).map((bound) => (
        <Labelled key={`${bound} ${inBrowser}`} label={bound === "from" ? "From" : "Before"}>
          {(id) => (
            <input
              id={id}
              name={bound}
              type="datetime-local"
              defaultValue={inBrowser ? toLocal(choice[bound]) : ""}
              className={CONTROL}
            />
          )}
        </Labelled>
      ))}
      <div className="col-span-full flex gap-2">
        <Button type="submit">Apply</Button>
        {narrowed && (
          <Button look="quiet" onClick={() => choose(NOTHING)}>
            Clear the filter
          </Button>
        )}
      </div>
    </form>
  );
}

function ActionField({
  actions,
  value,
  example,
}: {
  actions: AuditFiltersProps["actions"];
  value: string;
  example: string | undefined;
}) {
  const suggestions = useId();
  const worded = actions.flatMap((each) => (typeof each === "string" ? [] : [each]));
  if (worded.length > 0) {
    return (
      <Labelled label="What">
        {(id) => (
          <select id={id} name="action" defaultValue={value} className={SELECT}>
            <option value="">Anything</option>
            {worded.map(([action, words]) => (
              <option key={action} value={action}>
                {words}
              </option>
            ))}
          </select>
        )}
      </Labelled>
    );
  }
  return (
    <>
      <Labelled label="Action">
        {(id) => (
          <input
            id={id}
            name="action"
            list={suggestions}
            defaultValue={value}
            placeholder={example}
            autoComplete="off"
            className={CONTROL}
          />
        )}
      </Labelled>
      <datalist id={suggestions}>
        {actions.map((action) => (
          <option key={String(action)} value={String(action)} />
        ))}
      </datalist>
    </>
  );
}

function ResultField({ value }: { value: string }) {
  return (
    <Labelled label="Result">
      {(id) => (
        <select id={id} name="result" defaultValue={value} className={SELECT}>
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
  );
}

const REFUSALS: Readonly<Record<string, string>> = {
  "402": "Denied by billing",
  "403": "Not allowed",
  "409": "Not allowed in this state",
};
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

/** The filter value of a field: its text, or its local time converted to UTC. */
function wanted(field: string, typed: string): string {
  if (field !== "from" && field !== "to") return typed;
  const at = new Date(typed);
  return Number.isNaN(at.getTime()) ? "" : at.toISOString();
}

function toLocal(iso: string | undefined): string {
  const at = new Date(iso ?? "");
  if (Number.isNaN(at.getTime())) return "";
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}
