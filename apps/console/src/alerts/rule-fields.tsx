"use client";

import { ALERT_METRIC_NAMES, ALERT_METRICS, type AlertMetric } from "@fulmar/contract/alerts";
import { useQuery } from "@tanstack/react-query";
import type { ChangeEvent } from "react";
import { useWatch } from "react-hook-form";
import type { FormInUse } from "@/client/form.ts";
import { wholeInput } from "@/client/list.ts";
import { useTRPC } from "@/client/trpc.ts";
import { CheckList } from "@/components/check-list.tsx";
import { CheckOption } from "@/components/check-option.tsx";
import { SelectField, TextField } from "@/components/field.tsx";
import { useWorkspace } from "@/shell/workspace.tsx";
import { isTagged, METRICS_BY_KIND, WATCHED } from "./alert-words.ts";
import type { createAlertRule, updateAlertRule } from "./rule-form.ts";
import { useWatchable } from "./use-watchable.ts";

type RuleForm = FormInUse<typeof createAlertRule> | FormInUse<typeof updateAlertRule>;
/** Both forms have the same fields. */
type Used = FormInUse<typeof createAlertRule>;

const UNITS = { percent: "%", celsius: "°C", targets: "targets", milliseconds: "ms", copies: "copies" } as const;

/**
 * The fields of a rule's forms.
 * @param metricStays the rule exists: its metric stays
 */
export function RuleFields({ form: given, metricStays = false }: { form: RuleForm; metricStays?: boolean }) {
  const form = given as Used;
  const [metric, watches] = useWatch({ control: form.control, name: ["metric", "watches"] });
  const { of, unit } = ALERT_METRICS[metric];
  const metricField = form.field("metric");
  /** A choice among one kind of resources means nothing for another. */
  const onMetric = async (event: ChangeEvent<HTMLSelectElement>) => {
    const next = ALERT_METRIC_NAMES.find((name) => name === event.currentTarget.value) ?? metric;
    await metricField.onChange(event);
    if (ALERT_METRICS[next].of === of) return;
    form.setValue("resource_ids", []);
    if (watches === "tag" && !isTagged(next)) form.setValue("watches", "all");
  };
  return (
    <>
      <TextField
        label="Name"
        autoFocus
        autoComplete="off"
        hint="Shown in notices, such as web-servers-busy"
        {...form.field("name")}
      />
      <SelectField
        label="Metric"
        disabled={metricStays}
        hint={metricStays ? "The metric of a rule stays; create another rule for another metric" : undefined}
        {...metricField}
        onChange={(event) => void onMetric(event)}
      >
        {METRICS_BY_KIND.map(([kind, metrics]) => (
          <optgroup key={kind} label={kind}>
            {metrics.map((name) => (
              <option key={name} value={name}>
                {ALERT_METRICS[name].title}
              </option>
            ))}
          </optgroup>
        ))}
      </SelectField>
      <div className="grid gap-4 sm:grid-cols-3">
        <SelectField label="Condition" {...form.field("comparison")}>
          <option value="above">above</option>
          <option value="below">below</option>
        </SelectField>
        <TextField
          label={`Threshold in ${UNITS[unit]}`}
          type="number"
          step="any"
          min={0}
          inputMode="decimal"
          {...form.field("threshold")}
        />
        <TextField
          label="Duration in minutes"
          type="number"
          min={1}
          max={1440}
          inputMode="numeric"
          {...form.field("minutes")}
        />
      </div>
      <SelectField label="Watches" {...form.field("watches")}>
        <option value="all">All {lower(WATCHED[of])}, including future ones</option>
        {isTagged(metric) && <option value="tag">{WATCHED[of]} with a tag</option>}
        <option value="named">Chosen {lower(WATCHED[of])}</option>
      </SelectField>
      {watches === "tag" && <TextField label="Tag" autoComplete="off" {...form.field("tag")} />}
      {watches === "named" && <Watchable key={of} form={form} metric={metric} />}
      <fieldset className="space-y-3">
        <legend className="mb-1.5 font-medium">E-mails go to</legend>
        <CheckOption
          label="Owners and admins of the organization"
          error={form.errorOf("notify_admins")}
          {...form.register("notify_admins")}
        />
        <Members form={form} />
        <p className="text-ink-muted text-xs">
          Webhooks get the events alert.firing and alert.resolved if their filter matches them.
        </p>
      </fieldset>
      <TextField label="Description" autoComplete="off" {...form.field("description")} />
    </>
  );
}

function lower(kind: string): string {
  return /^[A-Z]{2}/.test(kind) ? kind : kind.toLowerCase();
}

function Watchable({ form, metric }: { form: Used; metric: AlertMetric }) {
  const resources = useWatchable(metric);
  return (
    <CheckList
      legend="Resources"
      options={resources}
      empty="There is none yet."
      error={form.errorOf("resource_ids")}
      register={form.register("resource_ids")}
    />
  );
}

function Members({ form }: { form: Used }) {
  const { workspaceId } = useWorkspace();
  const members = useQuery(useTRPC().member.list.queryOptions(wholeInput(workspaceId)));
  return (
    <CheckList
      legend="Other members"
      options={members.data?.items.map(({ user_id, name, email }) => ({ value: user_id, label: name, hint: email }))}
      empty="There are no other members."
      error={form.errorOf("notify_user_ids")}
      register={form.register("notify_user_ids")}
    />
  );
}
