"use client";

import { SCOPES, type Scope } from "@fulmar/contract";
import { FieldMessage } from "@/components/field.tsx";
import { PRESETS, RIGHTS, SCOPE_MATRIX } from "./scope-presets.ts";

/** Chooses scopes: one by one in a matrix of family and right, or all of a purpose at once. */
export function ScopeMatrix({
  chosen,
  error,
  onChange,
}: {
  chosen: readonly Scope[];
  error: string | undefined;
  onChange: (scopes: readonly Scope[]) => void;
}) {
  const toggle = (scope: Scope) => onChange(chosen.includes(scope) ? chosen.filter((other) => other !== scope) : [...chosen, scope]);
  return (
    <fieldset>
      <legend className="mb-1.5 font-medium">Scopes</legend>
      <div className="mb-3 flex flex-wrap gap-1.5">
        {PRESETS.map((preset) => (
          <button
            key={preset.name}
            type="button"
            aria-pressed={preset.scopes.length === chosen.length && preset.scopes.every((scope) => chosen.includes(scope))}
            onClick={() => onChange(preset.scopes)}
            className="rounded-full border border-line-strong px-3 py-1 text-xs transition-colors hover:bg-hover aria-pressed:border-accent aria-pressed:bg-accent-soft aria-pressed:text-accent"
          >
            {preset.name}
          </button>
        ))}
      </div>
      <div className="overflow-x-auto rounded-lg border border-line bg-surface shadow-card">
        <table className="w-full text-left">
          <thead className="border-line border-b bg-canvas text-ink-muted text-xs">
            <tr>
              <th scope="col" className="h-9 px-4 font-medium">
                Family
              </th>
              {RIGHTS.map((right) => (
                <th key={right} scope="col" className="w-20 px-2 text-center font-medium capitalize">
                  {right}
                </th>
              ))}
            </tr>
          </thead>
          <tbody className="divide-y divide-line">
            {SCOPE_MATRIX.map(({ family, name, scopes }) => (
              <tr key={family}>
                <th scope="row" className="h-10 px-4 font-normal">
                  {name}
                </th>
                {scopes.map((scope, index) => (
                  <td key={RIGHTS[index]} className="px-2 text-center">
                    {scope !== undefined && (
                      <input
                        type="checkbox"
                        checked={chosen.includes(scope)}
                        onChange={() => toggle(scope)}
                        aria-label={`${scope}: ${SCOPES[scope]}`}
                        title={SCOPES[scope]}
                        className="size-4 align-middle accent-accent"
                      />
                    )}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <div className="mt-1.5 text-xs">
        {error === undefined ? (
          <span className="text-ink-subtle">Point at a box to read what it allows. {chosen.length} chosen.</span>
        ) : (
          <FieldMessage label="Scopes" error={error} />
        )}
      </div>
    </fieldset>
  );
}
