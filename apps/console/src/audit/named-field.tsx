"use client";

import { MANAGER_ROLES } from "@fulmar/contract";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { use, useDeferredValue, useEffect, useId, useRef, useState } from "react";
import { wholeInput } from "@/client/list.ts";
import { useTRPC } from "@/client/trpc.ts";
import { useWorkspace } from "@/shell/workspace.tsx";
import { CONTROL, Labelled } from "./labelled.tsx";
import { Attempt, type FieldState } from "./trail-form.tsx";

export interface Named {
  readonly id: string;
  readonly name: string;
}

interface FieldProps {
  /** The id in the address. */
  readonly value: string;
  readonly example: string;
}

/** Filters by a member or, for roles that manage them, a token: they are offered by name. An id is taken too. */
export function ActorField({
  label,
  field,
  ...rest
}: FieldProps & { label: string; field: "actor_id" | "resource_id" }) {
  const { workspaceId, organization } = useWorkspace();
  const trpc = useTRPC();
  const [enabled, setEnabled] = useState(false);
  const members = useQuery({ ...trpc.member.list.queryOptions(wholeInput(workspaceId)), enabled });
  const tokens = useQuery({
    ...trpc.apiToken.list.queryOptions(wholeInput(workspaceId)),
    enabled: enabled && MANAGER_ROLES.includes(organization.role),
  });
  const offered = [
    ...(members.data?.items ?? []).map(({ user_id, name }) => ({ id: user_id, name })),
    ...(tokens.data?.items ?? []).map(({ token_id, name }) => ({ id: token_id, name })),
  ];
  const pending = members.fetchStatus === "fetching" || tokens.fetchStatus === "fetching";
  return <NamedField {...{ label, field, offered, pending, ...rest }} onUse={() => setEnabled(true)} />;
}

/** Filters by what was changed: resources whose name or id begins with the text are offered. An id is taken too. */
export function ResourceField({ value, example }: FieldProps) {
  const { workspaceId } = useWorkspace();
  const trpc = useTRPC();
  const [typed, setTyped] = useState("");
  const text = useDeferredValue(typed.trim()).slice(0, 128);
  const { data = [], fetchStatus } = useQuery({
    ...trpc.search.find.queryOptions({ workspace_id: workspaceId, text }),
    enabled: text !== "",
    placeholderData: keepPreviousData,
  });
  // Events name a bucket by its name.
  const offered = data.map(({ type, id, name }) => ({ id: type === "bucket" ? name : id, name }));
  const pending = fetchStatus === "fetching" || text !== typed.trim().slice(0, 128);
  return <NamedField label="Resource" field="resource_id" onUse={setTyped} {...{ value, example, offered, pending }} />;
}

/**
 * A text field for a name that is offered, which sends its id, or for an id. Its form waits while what is offered for
 * the text is being asked for.
 */
export function NamedField({
  label,
  field,
  value,
  example,
  offered,
  pending,
  onUse,
}: FieldProps & {
  label: string;
  field: string;
  offered: readonly Named[];
  /** Whether it is still being asked for. */
  pending: boolean;
  onUse: (typed: string) => void;
}) {
  const suggestions = useId();
  const [typed, setTyped] = useState(value);
  // A name that several have is offered with each one's id.
  const names = offered.map(({ name }) => name);
  const texts = offered.map(({ id, name }) => ({
    id,
    text: names.indexOf(name) === names.lastIndexOf(name) ? name : `${name} (${id})`,
  }));
  const wanted = typed.trim();
  const chosen = texts.find(({ text }) => text === wanted);
  const hidden = useRef<HTMLInputElement>(null);
  const attempt = use(Attempt);
  useEffect(() => {
    if (attempt === "pending" && !pending) hidden.current?.form?.requestSubmit();
  }, [attempt, pending]);
  const state = stateOf(wanted, { pending, isOffered: chosen !== undefined });
  const isRefused = attempt === "unknown" && state === "unknown";
  return (
    <>
      <Labelled label={label}>
        {(id) => (
          <>
            <input
              id={id}
              list={suggestions}
              value={typed}
              placeholder={example}
              autoComplete="off"
              className={CONTROL}
              aria-invalid={isRefused}
              aria-describedby={isRefused ? `${id}-refusal` : undefined}
              onFocus={() => onUse(typed)}
              onChange={({ currentTarget }) => {
                setTyped(currentTarget.value);
                onUse(currentTarget.value);
              }}
            />
            {isRefused && (
              <p id={`${id}-refusal`} role="alert" className="mt-1 text-bad text-xs">
                Nothing is called “{wanted}”. Choose a name that is offered, or give an id.
              </p>
            )}
          </>
        )}
      </Labelled>
      <input ref={hidden} type="hidden" name={field} value={chosen?.id ?? typed} data-state={state} />
      <datalist id={suggestions}>
        {texts.map(({ id, text }) => (
          <option key={id} value={text} />
        ))}
      </datalist>
    </>
  );
}

/** No id has a space, so a name with one that nothing has is not sent. */
function stateOf(wanted: string, { pending, isOffered }: { pending: boolean; isOffered: boolean }): FieldState {
  if (wanted === "" || isOffered) return undefined;
  if (pending) return "pending";
  return /\s/.test(wanted) ? "unknown" : undefined;
}
