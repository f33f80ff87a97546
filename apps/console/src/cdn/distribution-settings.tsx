"use client";

import type { CdnCachePolicy, CdnDistribution } from "@fulmar/contract";
import { CDN_CACHE_POLICIES } from "@fulmar/contract/cdn";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useForm } from "react-hook-form";
import { contractResolver, showFieldErrors } from "@/client/form.ts";
import { problemOf } from "@/client/problem.ts";
import { useTRPC } from "@/client/trpc.ts";
import { Button } from "@/components/button.tsx";
import { ChoiceCard, ChoiceGroup } from "@/components/choice-card.tsx";
import { Section } from "@/components/facts.tsx";
import { TextField } from "@/components/field.tsx";
import { FormFields } from "@/components/form-fields.tsx";
import { ProblemNotice } from "@/components/problem-panel.tsx";
import { notify } from "@/components/toast-store.ts";
import { useWorkspace } from "@/shell/workspace.tsx";
import { DeleteDistribution } from "./delete-distribution.tsx";
import { useDistribution } from "./distribution-frame.tsx";
import { POLICY_NAME, POLICY_USE } from "./distribution-words.ts";
import { EnableDistribution } from "./enable-distribution.tsx";

const schema = async () => (await import("@fulmar/contract/cdn")).UpdateCdnDistribution;

export function DistributionSettings() {
  const distribution = useDistribution();
  return (
    <div className="max-w-3xl space-y-10">
      <SettingsForm key={`${distribution.name} ${distribution.cache_policy}`} distribution={distribution} />
      <EnableDistribution distribution={distribution} />
      <DeleteDistribution distribution={distribution} />
    </div>
  );
}

interface Values {
  readonly name: string;
  readonly cache_policy: CdnCachePolicy;
}

function SettingsForm({ distribution }: { distribution: CdnDistribution }) {
  const { workspaceId, roleRefusal } = useWorkspace();
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const policy = CDN_CACHE_POLICIES.find((each) => each === distribution.cache_policy);
  const defaultValues = { name: distribution.name, ...(policy !== undefined && { cache_policy: policy }) };
  const form = useForm<Values>({ resolver: contractResolver(schema), defaultValues });
  const { errors } = form.formState;
  const update = useMutation(
    trpc.cdnDistribution.update.mutationOptions({
      onSuccess: async ({ name }) => {
        notify.done(`Saved the settings of ${name}`, "The edge follows in a few seconds.");
        await Promise.all([
          queryClient.invalidateQueries(trpc.cdnDistribution.pathFilter()),
          queryClient.invalidateQueries(trpc.cdnDeployment.pathFilter()),
        ]);
      },
      onError: (error) => showFieldErrors(problemOf(error).errors, ["name", "cache_policy"], form.setError),
    }),
  );
  const refusal = roleRefusal("cdn.write");
  const submit = form.handleSubmit((values) =>
    update.mutate({ workspace_id: workspaceId, distribution_id: distribution.id, ...values }),
  );
  return (
    <Section title="Name and caching">
      <form noValidate onSubmit={(event) => void submit(event)} className="space-y-5">
        {update.error && <ProblemNotice problem={problemOf(update.error)} />}
        <FormFields refusal={refusal} className="space-y-5">
          <TextField label="Name" autoComplete="off" error={errors.name?.message} {...form.register("name")} />
          <ChoiceGroup legend="Cache policy" error={errors.cache_policy?.message}>
            {CDN_CACHE_POLICIES.map((each) => (
              <ChoiceCard key={each} title={POLICY_NAME[each]} value={each} {...form.register("cache_policy")}>
                {POLICY_USE[each]}
              </ChoiceCard>
            ))}
          </ChoiceGroup>
        </FormFields>
        <Button type="submit" look="primary" busy={update.isPending} refusal={refusal}>
          Save
        </Button>
      </form>
    </Section>
  );
}
