"use client";

import { useId, useSyncExternalStore } from "react";
import { AUDIT_LIST, type AuditChoice } from "./audit-filter.ts";
import { CONTROL, Labelled } from "./labelled.tsx";
import { ActorField, ResourceField } from "./named-field.tsx";
import { TrailForm } from "./trail-form.tsx";

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
  /** Whether it is a workspace's trail, which has its resources and refused requests too. */
  readonly ofWorkspace?: boolean;
}

/** Filters a trail by the typed values once they are applied. */
export function AuditFilters({
  list: { choice, narrowed, choose },
  actions,
  examples,
  ofWorkspace = false,
}: AuditFiltersProps) {
  const inBrowser = useSyncExternalStore<boolean>(
    never,
    () => true,
    () => false,
  );
  return (
    <TrailForm
      label="Audit events"
      narrowed={narrowed}
      onApply={(typed) =>
        choose(Object.fromEntries(Object.entries(typed).map(([field, text]) => [field, wanted(field, text)])))
      }
      onClear={() => choose(NOTHING)}
    >
      <ActionField actions={actions} value={choice.action ?? ""} example={examples.action} />
      <ActorField label="Who" field="actor_id" value={choice.actor_id ?? ""} example={examples.actor_id} />
      {ofWorkspace ? (
        <ResourceField value={choice.resource_id ?? ""} example={examples.resource_id} />
      ) : (
        <ActorField
          label="Resource"
          field="resource_id"
          value={choice.resource_id ?? ""}
          example={examples.resource_id}
        />
      )}
      {ofWorkspace && <ResultField value={choice.result ?? ""} />}
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
    </TrailForm>
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
