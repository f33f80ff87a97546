"use client";

import { ALERT_METRIC_NAMES } from "@fulmar/contract/alerts";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useForm } from "@/client/form.ts";
import { useTRPC } from "@/client/trpc.ts";
import { CreatePage } from "@/components/create-page.tsx";
import { notify } from "@/components/toast-store.ts";
import { workspaceHref } from "@/shell/destinations.ts";
import { useWorkspace } from "@/shell/workspace.tsx";
import { ShowFormAs } from "@/show-as/show-form-as.tsx";
import { RuleFields } from "./rule-fields.tsx";
import { createAlertRule } from "./rule-form.ts";

/** The suggestion in the page's address: a metric, and a resource that has it. */
export interface Suggestion {
  readonly metric: string | undefined;
  readonly resourceId: string | undefined;
}

export function CreateAlertRulePage({ metric: suggested, resourceId }: Suggestion) {
  const { workspaceId } = useWorkspace();
  const router = useRouter();
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const metric = ALERT_METRIC_NAMES.find((name) => name === suggested);
  const form = useForm(createAlertRule, {
    ...(metric !== undefined && { metric }),
    ...(resourceId !== undefined && { watches: "named", resource_ids: [resourceId] }),
  });
  const create = useMutation(
    trpc.alertRule.create.mutationOptions({
      onSuccess: async ({ alert_rule_id, name }) => {
        notify.done(`Created ${name}`);
        await queryClient.invalidateQueries(trpc.alertRule.list.pathFilter());
        router.push(workspaceHref(workspaceId, `alert-rules/${alert_rule_id}`));
      },
      onError: form.showErrors,
    }),
  );
  const submit = form.handleSubmit((body) => create.mutate({ workspace_id: workspaceId, ...body }));
  return (
    <CreatePage
      list={{ label: "Alert rules", page: "alert-rules" }}
      title="New alert rule"
      scope="alert.write"
      verbPhrase="create alert rules"
      sent={create}
      onSubmit={submit}
      button="Create alert rule"
      after={<ShowFormAs operation="alertRule.create" declared={createAlertRule} form={form} />}
    >
      <RuleFields form={form} />
    </CreatePage>
  );
}
