"use client";

import type { CdnCachePolicy, CdnDistribution } from "@fulmar/contract";
import { CDN_CACHE_POLICIES } from "@fulmar/contract/cdn";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { chosen, defineForm, rawText, useForm } from "@/client/form.ts";
import { problemOf } from "@/client/problem.ts";
import { useTRPC } from "@/client/trpc.ts";
import { Button } from "@/components/button.tsx";
import { ChoiceCard, ChoiceGroup } from "@/components/choice-card.tsx";
import { ConfirmChange } from "@/components/confirm.tsx";
import { DeleteAction } from "@/components/delete-action.tsx";
import { DialogButton } from "@/components/dialog-button.tsx";
import { Section } from "@/components/facts.tsx";
import { TextField } from "@/components/field.tsx";
import { FormFields } from "@/components/form-fields.tsx";
import { ProblemNotice } from "@/components/problem-panel.tsx";
import { notify } from "@/components/toast-store.ts";
import { useWorkspace } from "@/shell/workspace.tsx";
import { useDistribution } from "./distribution-frame.tsx";
import { POLICY_NAME, POLICY_USE } from "./distribution-labels.tsx";

const updateDistribution = defineForm(async () => (await import("@fulmar/contract/cdn")).UpdateCdnDistribution, {
  name: rawText(),
  // Undefined if the distribution has a policy that the console does not offer.
  cache_policy: chosen<CdnCachePolicy | undefined>(undefined),
});

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

function SettingsForm({ distribution }: { distribution: CdnDistribution }) {
  const { workspaceId, roleRefusal } = useWorkspace();
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const policy = CDN_CACHE_POLICIES.find((each) => each === distribution.cache_policy);
  const form = useForm(updateDistribution, { name: distribution.name, cache_policy: policy });
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
      onError: form.showErrors,
    }),
  );
  const refusal = roleRefusal("cdn.write");
  const submit = form.handleSubmit((body) =>
    update.mutate({ workspace_id: workspaceId, distribution_id: distribution.id, ...body }),
  );
  return (
    <Section title="Name and caching">
      <form noValidate onSubmit={(event) => void submit(event)} className="space-y-5">
        {update.error && <ProblemNotice problem={problemOf(update.error)} />}
        <FormFields refusal={refusal} className="space-y-5">
          <TextField label="Name" autoComplete="off" {...form.field("name")} />
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

function DeleteDistribution({ distribution }: { distribution: CdnDistribution }) {
  const { workspaceId, roleRefusal } = useWorkspace();
  const router = useRouter();
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const { id, name, custom_domains } = distribution;
  return (
    <Section
      title="Delete"
      lead="The origin stays as it is."
      actions={
        <DeleteAction
          deletion={trpc.cdnDistribution.delete}
          input={{ workspace_id: workspaceId, distribution_id: id }}
          plan={trpc.changePlan.cdnDistribution.delete}
          onDeleted={() => {
            notify.done(`Deleted ${name}`);
            router.push(`/workspaces/${workspaceId}/cdn`);
            return queryClient.invalidateQueries(trpc.cdnDistribution.list.pathFilter());
          }}
          what="distribution"
          name={name}
          lead={
            custom_domains.length === 0
              ? "Visitors are refused within seconds. This cannot be undone."
              : "Visitors are refused within seconds, and its custom domains go with it: " +
                `${custom_domains.join(", ")}. This cannot be undone.`
          }
          typed
          button="Delete distribution"
          refusal={roleRefusal("cdn.write")}
        />
      }
    >
      {null}
    </Section>
  );
}

/** Enables or disables the distribution at the edge. */
function EnableDistribution({ distribution }: { distribution: CdnDistribution }) {
  const { workspaceId, roleRefusal } = useWorkspace();
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const { name, enabled, status } = distribution;
  const turned = { workspace_id: workspaceId, distribution_id: distribution.id, enabled: !enabled };
  const failed = status === "failed" ? "The distribution was never deployed; delete it and create a new one." : null;
  const action = enabled ? "Disable distribution" : "Enable distribution";
  return (
    <Section
      title={enabled ? "Enabled" : "Disabled"}
      lead={enabled ? "Visitors are served." : "Visitors are refused; nothing is cached at the edge."}
      actions={
        <DialogButton
          refusal={roleRefusal("cdn.write") ?? failed}
          dialog={(state) => (
            <ConfirmChange
              {...state}
              title={enabled ? `Disable ${name}?` : `Enable ${name}?`}
              lead={
                enabled
                  ? "Visitors are refused within seconds, under all of its domains. It can be enabled again, " +
                    "with its settings and domains; it is billed meanwhile."
                  : "Visitors are served again within seconds, under all of its domains."
              }
              action={action}
              change={trpc.cdnDistribution.update}
              input={turned}
              plan={trpc.changePlan.cdnDistribution.update}
              onDone={async () => {
                notify.begun(enabled ? `Disabling ${name}` : `Enabling ${name}`, "The edge follows in a few seconds.");
                await Promise.all([
                  queryClient.invalidateQueries(trpc.cdnDistribution.pathFilter()),
                  queryClient.invalidateQueries(trpc.cdnDeployment.pathFilter()),
                ]);
              }}
            />
          )}
        >
          {action}
        </DialogButton>
      }
    />
  );
}
