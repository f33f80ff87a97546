"use client";

import { ALL_SCOPES, type Scope, type WorkspacePolicy } from "@fulmar/contract";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Controller, useWatch } from "react-hook-form";
import { endOfDay } from "@/client/day.ts";
import { chosen, defineForm, type FormInUse, text, texts, useForm } from "@/client/form.ts";
import { onDemand } from "@/client/on-demand.tsx";
import { problemOf } from "@/client/problem.ts";
import { useTRPC } from "@/client/trpc.ts";
import { Button } from "@/components/button.tsx";
import { ChoiceCard, ChoiceGroup } from "@/components/choice-card.tsx";
import { FieldMessage, SelectField, TextArea, TextField } from "@/components/field.tsx";
import { FormSummary } from "@/components/form-summary.tsx";
import { ProblemNotice } from "@/components/problem-panel.tsx";
import { useWorkspace } from "@/shell/workspace.tsx";
import { GUARDS, GuardChoice, guardFields } from "./guard-choice.tsx";
import { ScopeMatrix } from "./scope-matrix.tsx";
import { tokenRefusal } from "./token-people.ts";
import type { NewToken } from "./token-value.tsx";

const DAY_MS = 24 * 3600 * 1000;
/** The lifetimes of a token, in words. `day` is a day that the user picks. */
const LIFETIMES = {
  "7": "7 days",
  "30": "30 days",
  "90": "90 days",
  "365": "1 year",
  day: "Until a date…",
  never: "Never expires",
} as const;
type Lifetime = keyof typeof LIFETIMES;
const createToken = defineForm(
  async () => (await import("@fulmar/contract/console")).NewApiToken,
  {
    name: text(),
    scopes: chosen<readonly Scope[]>([]),
    workspace_policy: chosen<WorkspacePolicy>("entire_organization"),
    workspace_ids: chosen<readonly string[]>([]),
    lifetime: chosen<Lifetime>("90"),
    // YYYY-MM-DD. The token works until the end of that day in the user's time zone.
    expires_at: chosen(""),
    allowed_ip_ranges: texts(/[\s,;]+/),
    ...guardFields(),
  },
  ({ scopes, workspace_policy, workspace_ids, lifetime, expires_at, ...body }) => ({
    ...body,
    scopes: [...scopes],
    workspace_policy,
    workspace_ids: workspace_policy === "specific_workspaces" ? [...workspace_ids] : [],
    expires_at: expiryOf(lifetime, expires_at),
  }),
);
/** Empty if no day was chosen: the schema then reports the missing day. */
function expiryOf(lifetime: Lifetime, day: string): string | null {
  if (lifetime === "never") return null;
  return lifetime === "day" ? endOfDay(day) : new Date(Date.now() + Number(lifetime) * DAY_MS).toISOString();
}

export function CreateTokenForm({ onCreated }: { onCreated: (made: NewToken) => void }) {
  const { workspaceId } = useWorkspace();
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const form = useForm(createToken);
  const values = useWatch({ control: form.control, compute: (all) => all });
  const create = useMutation(
    trpc.apiToken.create.mutationOptions({
      onSuccess: async ({ token }, { name, workspace_ids }) => {
        await queryClient.invalidateQueries(trpc.apiToken.pathFilter());
        onCreated({
          name,
          token,
          workspaceId: workspace_ids[0],
          fromRanges: form.getValues("allowed_ip_ranges").trim() !== "",
        });
      },
      onError: form.showErrors,
    }),
  );
  const submit = form.handleSubmit((body) => create.mutate({ workspace_id: workspaceId, ...body }));

  return (
    <form
      onSubmit={(event) => void submit(event)}
      noValidate
      className="grid items-start gap-8 lg:grid-cols-[minmax(0,42rem)_20rem]"
    >
      <div className="min-w-0 space-y-6">
        {create.error && <ProblemNotice problem={problemOf(create.error)} />}
        <TextField
          label="Name"
          autoFocus
          autoComplete="off"
          hint="What uses it, such as deploy-pipeline"
          {...form.field("name")}
        />
        <Controller
          control={form.control}
          name="scopes"
          render={({ field }) => (
            <ScopeMatrix chosen={field.value} error={form.errorOf("scopes")} onChange={field.onChange} />
          )}
        />
        <WorkspacePolicyChoice form={form} />
        <GuardChoice
          guard={form.register("guard")}
          error={form.errorOf("guard")}
          ceiling={(name) => form.field(name)}
          open={false}
        />
        <div className="grid gap-5 sm:grid-cols-2">
          <SelectField label="Expiry" {...form.register("lifetime")}>
            {Object.entries(LIFETIMES).map(([value, words]) => (
              <option key={value} value={value}>
                {words}
              </option>
            ))}
          </SelectField>
          {values.lifetime === "day" && <TextField label="Expires on" type="date" {...form.field("expires_at")} />}
        </div>
        <TextArea
          label="Allowed IP ranges"
          placeholder={"203.0.113.0/24\n2001:db8::/32"}
          spellCheck={false}
          rows={2}
          hint="Addresses or ranges from which it may be used, up to 50. Leave empty to allow any address."
          {...form.field("allowed_ip_ranges")}
        />
      </div>
      <TokenSummary values={values} busy={create.isPending} />
    </form>
  );
}

/**
 * These load after the form: the first validates ranges by the contract's rules, the second formats the day in the
 * user's time zone.
 */
const TokenWarnings = onDemand(async () => (await import("./token-warnings.tsx")).TokenWarnings);
const TokenEnd = onDemand(async () => (await import("./token-times.tsx")).TokenEnd);

/** A summary of the choices, warnings about them, and the create button. It stays visible while the form scrolls. */
function TokenSummary({ values, busy }: { values: typeof createToken.initial; busy: boolean }) {
  const { organization } = useWorkspace();
  const { name, scopes, workspace_policy, expires_at: expiresAt, allowed_ip_ranges: ranges } = createToken.body(values);
  const everywhere = workspace_policy === "entire_organization";
  const lines: readonly (readonly [term: string, value: ReactNode])[] = [
    ["Name", name || "—"],
    [
      "Scopes",
      scopes.length === ALL_SCOPES.length
        ? "all"
        : scopes.length === 0
          ? "—"
          : `${scopes.length} of ${ALL_SCOPES.length}`,
    ],
    ["Workspaces", everywhere ? "all" : `${values.workspace_ids.length} of ${organization.workspaces.length}`],
    [
      "Expires",
      values.lifetime === "day" && values.expires_at === "" ? "—" : <TokenEnd key="expires" expiresAt={expiresAt} />,
    ],
    ["Guard", GUARDS[values.guard][0]],
    ["From", ranges.length === 0 ? "anywhere" : ranges.length === 1 ? "1 range" : `${ranges.length} ranges`],
  ];
  return (
    <FormSummary lines={lines}>
      <TokenWarnings draft={{ name, scopes, everywhere, expiresAt, ranges }} />
      <Button type="submit" look="primary" className="mt-4 w-full" busy={busy} refusal={tokenRefusal(organization)}>
        Create token
      </Button>
      <p className="mt-2 text-ink-subtle text-xs">
        Scopes and workspaces stay as they are. The rest can be changed later.
      </p>
    </FormSummary>
  );
}

/** The choice between all workspaces of the organization, including future ones, and selected workspaces. */
function WorkspacePolicyChoice({ form }: { form: FormInUse<typeof createToken> }) {
  const { organization } = useWorkspace();
  const policy = useWatch({ control: form.control, name: "workspace_policy" });
  return (
    <div className="space-y-3">
      <ChoiceGroup legend="Workspaces" error={undefined}>
        <ChoiceCard title="Entire organization" value="entire_organization" {...form.register("workspace_policy")}>
          Every workspace, including future ones
        </ChoiceCard>
        <ChoiceCard title="Specific workspaces" value="specific_workspaces" {...form.register("workspace_policy")}>
          Only the ones you choose
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
            <FieldMessage label="Workspaces" error={form.errorOf("workspace_ids")} choice />
          </div>
        </fieldset>
      )}
    </div>
  );
}
