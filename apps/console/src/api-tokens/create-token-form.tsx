"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Controller, useForm, useWatch } from "react-hook-form";
import { contractResolver, showFieldErrors } from "@/client/form.ts";
import { problemOf } from "@/client/problem.ts";
import { useTRPC } from "@/client/trpc.ts";
import { SelectField, TextArea, TextField } from "@/components/field.tsx";
import { ProblemNotice } from "@/components/problem-panel.tsx";
import { useWorkspace } from "@/shell/workspace.tsx";
import { type CreateTokenValues, EMPTY_TOKEN, LIFETIMES, TOKEN_FIELDS, toNewApiToken } from "./create-token-values.ts";
import { ScopeMatrix } from "./scope-matrix.tsx";
import { TokenSummary } from "./token-summary.tsx";
import type { NewToken } from "./token-value.tsx";
import { WorkspacePolicyChoice } from "./workspace-policy-choice.tsx";

const schema = async () => (await import("@fulmar/contract/session")).NewApiToken;

export function CreateTokenForm({ onCreated }: { onCreated: (made: NewToken) => void }) {
  const { organization } = useWorkspace();
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const form = useForm<CreateTokenValues>({
    resolver: contractResolver(schema, toNewApiToken),
    defaultValues: EMPTY_TOKEN,
  });
  const { errors } = form.formState;
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
      onError: (error) => showFieldErrors(problemOf(error).errors, TOKEN_FIELDS, form.setError),
    }),
  );
  const submit = form.handleSubmit((values) =>
    create.mutate({ organization_id: organization.organization_id, ...toNewApiToken(values) }),
  );

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
          error={errors.name?.message}
          {...form.register("name")}
        />
        <Controller
          control={form.control}
          name="scopes"
          render={({ field }) => (
            <ScopeMatrix chosen={field.value} error={errors.scopes?.message} onChange={field.onChange} />
          )}
        />
        <WorkspacePolicyChoice form={form} />
        <div className="grid gap-5 sm:grid-cols-2">
          <SelectField label="Expiry" {...form.register("lifetime")}>
            {Object.entries(LIFETIMES).map(([value, words]) => (
              <option key={value} value={value}>
                {words}
              </option>
            ))}
          </SelectField>
          {values.lifetime === "day" && (
            <TextField
              label="Last day"
              type="date"
              error={errors.expires_at?.message}
              {...form.register("expires_at")}
            />
          )}
        </div>
        <TextArea
          label="Allowed IP ranges"
          placeholder={"203.0.113.0/24\n2001:db8::/32"}
          spellCheck={false}
          rows={2}
          hint="Addresses or ranges from which it may be used, up to 50. Empty: from anywhere."
          error={errors.allowed_ip_ranges?.message}
          {...form.register("allowed_ip_ranges")}
        />
      </div>
      <TokenSummary values={values} busy={create.isPending} />
    </form>
  );
}
