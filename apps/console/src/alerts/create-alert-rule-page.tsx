"use client";

import { ALERT_METRIC_NAMES } from "@fulmar/contract/alerts";
import { useForm } from "@/client/form.ts";
import { useTRPC } from "@/client/trpc.ts";
import { CreatePage } from "@/components/create-page.tsx";
import { useCreate } from "@/shell/use-create.ts";
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
  const trpc = useTRPC();
  const metric = ALERT_METRIC_NAMES.find((name) => name === suggested);
  const form = useForm(createAlertRule, {
    ...(metric !== undefined && { metric }),
    ...(resourceId !== undefined && { watches: "named", resource_ids: [resourceId] }),
  });
  const create = useCreate(
    form,
    trpc.alertRule.create,
    (body) => ({ workspace_id: workspaceId, ...body }),
    ({ alert_rule_id, name }) => ({ page: `alert-rules/${alert_rule_id}`, message: `Created ${name}` }),
  );
  return (
    <CreatePage
      list={{ label: "Alert rules", page: "alert-rules" }}
      title="New alert rule"
      scope="alert.write"
      verbPhrase="create alert rules"
      {...create}
      button="Create alert rule"
      after={<ShowFormAs operation="alertRule.create" declared={createAlertRule} form={form} />}
    >
      <RuleFields form={form} />
    </CreatePage>
  );
}
