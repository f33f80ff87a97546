"use client";

import { ALL_SCOPES, reachOf, SCOPES, type Scope } from "@fulmar/contract";
import { useState } from "react";
import { FieldMessage } from "@/components/field.tsx";
import { DocsLink } from "@/docs/docs-link.tsx";
import { useWorkspace } from "@/shell/workspace.tsx";

interface Choice {
  readonly chosen: readonly Scope[];
  readonly onChange: (scopes: readonly Scope[]) => void;
}

/** Chooses scopes: by preset, by family, or one by one in a matrix of families and rights. */
export function ScopeMatrix({ chosen, error, onChange }: Choice & { error: string | undefined }) {
  const { organization } = useWorkspace();
  const [pointed, setPointed] = useState<Scope | null>(null);
  return (
    <fieldset>
      <legend className="mb-1.5 font-medium">Scopes</legend>
      <p className="mb-2 text-ink-subtle text-xs">
        What the token may do. <DocsLink to="scopes">About scopes</DocsLink>
      </p>
      <Presets chosen={chosen} onChange={onChange} />
      <div className="overflow-x-auto rounded-lg border border-line bg-surface shadow-card">
        <table className="w-full text-left" onPointerLeave={() => setPointed(null)}>
          <thead className="border-line border-b bg-canvas text-ink-muted text-xs">
            <tr>
              <th scope="col" className="h-9 px-4 font-medium">
                Family
              </th>
              {RIGHTS.map((right) => (
                <th key={right} scope="col" className="w-20 px-1 text-center font-medium capitalize max-sm:w-14">
                  {right}
                </th>
              ))}
            </tr>
          </thead>
          <tbody className="divide-y divide-line">
            {SCOPE_MATRIX.map((family) => (
              <FamilyRow key={family.family} {...family} chosen={chosen} onChange={onChange} onPoint={setPointed} />
            ))}
          </tbody>
        </table>
      </div>
      <div className="mt-1.5 min-h-8 text-ink-subtle text-xs">
        {error !== undefined ? (
          <FieldMessage label="Scopes" error={error} choice />
        ) : pointed === null ? (
          `${chosen.length} of ${ALL_SCOPES.length} chosen. Select a family's name to choose all its scopes.`
        ) : (
          <>
            <span className="font-mono text-ink-muted">{pointed}</span> {SCOPES[pointed]}.{" "}
            {reachOf(pointed, organization)}
          </>
        )}
      </div>
      <Reach chosen={chosen} />
    </fieldset>
  );
}

/** The reach of the chosen scopes beyond their families. */
function Reach({ chosen }: Pick<Choice, "chosen">) {
  const { organization } = useWorkspace();
  const reaching = ALL_SCOPES.filter((scope) => chosen.includes(scope) && reachOf(scope, organization) !== undefined);
  if (reaching.length === 0) return null;
  return (
    <ul aria-label="What the scopes reach beyond their families" className="mt-1 space-y-1 text-ink-subtle text-xs">
      {reaching.map((scope) => (
        <li key={scope}>
          <span className="font-mono text-ink-muted">{scope}</span> {reachOf(scope, organization)}
        </li>
      ))}
    </ul>
  );
}

const CELL = "h-9 w-full rounded outline-offset-[-2px]";

/**
 * A family's name and its scopes. The whole cell is clickable, and what it allows is shown below, for touch screens
 * too.
 */
function FamilyRow({
  name,
  scopes,
  chosen,
  onChange,
  onPoint,
}: Choice & { name: string; scopes: readonly (Scope | undefined)[]; onPoint: (scope: Scope) => void }) {
  const all = scopes.filter((scope) => scope !== undefined);
  const has = (some: readonly Scope[]) => some.every((scope) => chosen.includes(scope));
  const without = (some: readonly Scope[]) => chosen.filter((scope) => !some.includes(scope));
  const turn = (some: readonly Scope[]) => onChange(has(some) ? without(some) : [...without(some), ...some]);
  return (
    <tr className="transition-colors hover:bg-hover/50">
      <th scope="row" className="font-normal">
        <button
          type="button"
          aria-label={`All scopes of ${name}`}
          aria-pressed={has(all)}
          onClick={() => turn(all)}
          className={`${CELL} px-4 text-left`}
        >
          {name}
        </button>
      </th>
      {scopes.map((scope, index) => (
        <td key={RIGHTS[index]}>
          {scope !== undefined && (
            <label className={`${CELL} grid cursor-pointer place-items-center`} onPointerEnter={() => onPoint(scope)}>
              <input
                type="checkbox"
                checked={chosen.includes(scope)}
                onChange={() => turn([scope])}
                onFocus={() => onPoint(scope)}
                aria-label={`${scope}: ${SCOPES[scope]}`}
                className="size-4 accent-accent"
              />
            </label>
          )}
        </td>
      ))}
    </tr>
  );
}

/** Presets for common purposes. Pressing the active one clears the choice. */
function Presets({ chosen, onChange }: Choice) {
  return (
    <div className="mb-3 flex flex-wrap gap-1.5">
      {PRESETS.map(({ name, scopes }) => {
        const pressed = scopes.length === chosen.length && scopes.every((scope) => chosen.includes(scope));
        return (
          <button
            key={name}
            type="button"
            aria-pressed={pressed}
            onClick={() => onChange(pressed ? [] : scopes)}
            className="h-8 rounded-full border border-line-strong bg-surface px-3 font-medium text-xs transition-colors
              hover:bg-hover aria-pressed:border-accent aria-pressed:bg-accent-soft aria-pressed:text-accent"
          >
            {name}
          </button>
        );
      })}
    </div>
  );
}

/** The presets for common purposes. */
const PRESETS: readonly { readonly name: string; readonly scopes: readonly Scope[] }[] = [
  { name: "Read only", scopes: ALL_SCOPES.filter((scope) => scope.endsWith(".read")) },
  { name: "Full access", scopes: ALL_SCOPES },
  { name: "Everything but tokens", scopes: ALL_SCOPES.filter((scope) => !scope.startsWith("token.")) },
  { name: "VM operator", scopes: ["vm.read", "vm.write", "network.read", "block-storage.read", "block-storage.write"] },
  {
    name: "Storage",
    scopes: [
      "object-storage.read",
      "object-storage.write",
      "object-storage.delete",
      "block-storage.read",
      "block-storage.write",
    ],
  },
  {
    name: "CI",
    scopes: [
      "vm.read",
      "vm.write",
      "object-storage.read",
      "object-storage.write",
      "cdn.read",
      "cdn.write",
      "secret-store.read",
    ],
  },
];

/** In the order of the navigation. */
const FAMILY_NAME: Readonly<Record<string, string>> = {
  vm: "VMs",
  "block-storage": "Block storage",
  "object-storage": "Object storage",
  network: "Networking",
  "load-balancer": "Load balancers",
  cdn: "CDN",
  dns: "DNS",
  "secret-store": "Secret stores",
  billing: "Billing",
  workspace: "Workspaces",
  token: "API tokens",
};
const ORDER = Object.keys(FAMILY_NAME);

const RIGHTS = ["read", "write", "delete"] as const;

/** The scopes as a matrix: one row per family and one column per right. Undefined where no such scope exists. */
const SCOPE_MATRIX = [...new Set(ALL_SCOPES.map(familyOf))]
  .sort((one, other) => ORDER.indexOf(one) - ORDER.indexOf(other))
  .map((family) => ({
    family,
    name: FAMILY_NAME[family] ?? family,
    scopes: RIGHTS.map((right) => ALL_SCOPES.find((scope) => scope === `${family}.${right}`)),
  }));

function familyOf(scope: Scope): string {
  return scope.slice(0, scope.lastIndexOf("."));
}
