"use client";

import { type UseFormReturn, useWatch } from "react-hook-form";
import { ChoiceCard, ChoiceGroup } from "@/components/choice-card.tsx";
import { FieldMessage } from "@/components/field.tsx";
import { useWorkspace } from "@/shell/workspace.tsx";
import type { CreateTokenValues } from "./create-token-values.ts";

/** Everywhere in the organization, workspaces of the future included, or only where it is allowed by name. */
export function WorkspacePolicyChoice({ form }: { form: UseFormReturn<CreateTokenValues> }) {
  const { organization } = useWorkspace();
  const policy = useWatch({ control: form.control, name: "workspace_policy" });
  return (
    <div className="space-y-3">
      <ChoiceGroup legend="Workspaces" error={undefined}>
        <ChoiceCard title="Entire organization" value="entire_organization" {...form.register("workspace_policy")}>
          Every workspace, those of the future too
        </ChoiceCard>
        <ChoiceCard title="Specific workspaces" value="specific_workspaces" {...form.register("workspace_policy")}>
          Only those that you choose
        </ChoiceCard>
      </ChoiceGroup>
      {policy === "specific_workspaces" && (
        <fieldset className="rounded-lg border border-line p-3.5">
          <legend className="sr-only">Allowed workspaces</legend>
          <div className="grid gap-2 sm:grid-cols-2">
            {organization.workspaces.map(({ workspace_id, name }) => (
              <label key={workspace_id} className="flex items-center gap-2.5">
                <input
                  type="checkbox"
                  value={workspace_id}
                  {...form.register("workspace_ids")}
                  className="size-4 shrink-0 accent-accent"
                />
                {name} <span className="font-mono text-ink-subtle text-xs">{workspace_id}</span>
              </label>
            ))}
          </div>
          <div className="mt-2 text-xs empty:hidden">
            <FieldMessage label="Workspaces" error={form.formState.errors.workspace_ids?.message} choice />
          </div>
        </fieldset>
      )}
    </div>
  );
}
