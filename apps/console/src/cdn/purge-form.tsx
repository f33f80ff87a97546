"use client";

import type { CdnDistribution, CdnPurge } from "@fulmar/contract";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useWatch } from "react-hook-form";
import { chosen, defineForm, texts, useForm } from "@/client/form.ts";
import { refreshEvery } from "@/client/live.ts";
import { problemOf } from "@/client/problem.ts";
import { useTRPC } from "@/client/trpc.ts";
import { Button } from "@/components/button.tsx";
import { ChoiceCard, ChoiceGroup } from "@/components/choice-card.tsx";
import { Section } from "@/components/facts.tsx";
import { TextArea } from "@/components/field.tsx";
import { FormFields } from "@/components/form-fields.tsx";
import { ProblemNotice } from "@/components/problem-panel.tsx";
import { useWorkspace } from "@/shell/workspace.tsx";
import { isPurgeUnderWay } from "./distribution-labels.tsx";
import { PurgeBadge } from "./purge-columns.tsx";

const createPurge = defineForm(
  async () => (await import("@fulmar/contract/cdn")).CreateCdnPurge,
  { extent: chosen<"paths" | "everything">("paths"), paths: texts("\n") },
  ({ extent, paths }) => (extent === "everything" ? { everything: true as const } : { paths }),
);

export function PurgeForm({ distribution }: { distribution: CdnDistribution }) {
  const { workspaceId, roleRefusal } = useWorkspace();
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const form = useForm(createPurge);
  const extent = useWatch({ control: form.control, name: "extent" });
  const purge = useMutation(
    trpc.cdnPurge.create.mutationOptions({
      onSuccess: async () => {
        form.reset();
        await queryClient.invalidateQueries(trpc.cdnPurge.list.pathFilter());
      },
      onError: form.showErrors,
    }),
  );
  const refusal = roleRefusal("cdn.write") ?? purgeRefusal(distribution);
  const submit = form.handleSubmit((body) =>
    purge.mutate({ workspace_id: workspaceId, distribution_id: distribution.id, ...body }),
  );
  return (
    <Section title="Purge" lead="The edge drops its cached copies and asks the origin again.">
      <form noValidate onSubmit={(event) => void submit(event)} className="max-w-2xl space-y-5">
        {purge.error && <ProblemNotice problem={problemOf(purge.error)} />}
        <FormFields refusal={refusal} className="space-y-5">
          <ChoiceGroup legend="What" error={undefined}>
            <ChoiceCard title="Paths" value="paths" {...form.register("extent")}>
              One per line.
            </ChoiceCard>
            <ChoiceCard title="Everything" value="everything" {...form.register("extent")}>
              Every file is fetched from the origin again.
            </ChoiceCard>
          </ChoiceGroup>
          {extent === "paths" && (
            <TextArea
              label="Paths"
              rows={4}
              placeholder={"/pictures/one.png\n/pages/*"}
              hint="One per line, up to 100. A * at the end matches everything that begins with the path."
              {...form.field("paths")}
            />
          )}
        </FormFields>
        <div className="flex flex-wrap items-center gap-4">
          <Button type="submit" look="primary" busy={purge.isPending} refusal={refusal}>
            Purge
          </Button>
          {purge.data && <LatestPurge purge={purge.data} />}
        </div>
      </form>
    </Section>
  );
}

function purgeRefusal({ status }: CdnDistribution): string | null {
  if (status === "failed")
    return "The distribution was never deployed, so there is nothing to purge; delete it and create a new one.";
  return status === "disabled" ? "The distribution is disabled, so there is nothing to purge; enable it first." : null;
}

/** The progress of the latest purge. */
function LatestPurge({ purge }: { purge: CdnPurge }) {
  const { workspaceId } = useWorkspace();
  const trpc = useTRPC();
  const { distribution_id, purge_id } = purge;
  const followed = useQuery({
    ...trpc.cdnPurge.get.queryOptions({ workspace_id: workspaceId, distribution_id, purge_id }),
    initialData: purge,
    refetchInterval: ({ state }) =>
      state.data !== undefined && isPurgeUnderWay(state.data.status) ? refreshEvery(true) : false,
  });
  return (
    <p role="status" className="flex items-center gap-2">
      {followed.data.everything
        ? "Everything"
        : followed.data.paths.length === 1
          ? "1 path"
          : `${followed.data.paths.length} paths`}
      <PurgeBadge purge={followed.data} />
    </p>
  );
}
