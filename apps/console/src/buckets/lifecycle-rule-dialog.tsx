"use client";

import type { LifecyclePreview, LifecycleRule } from "@fulmar/contract";
import { useMutation } from "@tanstack/react-query";
import { type FormInUse, useForm } from "@/client/form.ts";
import { countOf, formatBytes } from "@/client/format.ts";
import { problemOf } from "@/client/problem.ts";
import { useTRPC } from "@/client/trpc.ts";
import { Button } from "@/components/button.tsx";
import { CheckOption } from "@/components/check-option.tsx";
import { SelectField, TextArea, TextField } from "@/components/field.tsx";
import { FormDialog } from "@/components/form-dialog.tsx";
import { ProblemNotice } from "@/components/problem-panel.tsx";
import { useWorkspace } from "@/shell/workspace.tsx";
import { lifecycleRule, lifecycleValues } from "./lifecycle-form.ts";
import { usePutLifecycle } from "./use-put-lifecycle.ts";

/**
 * Adds a rule to the bucket's rules, or changes one of them.
 * @param rule undefined for a new one
 */
export function LifecycleRuleDialog({
  bucketName,
  rules,
  rule,
  open,
  onClose,
}: {
  bucketName: string;
  rules: readonly LifecycleRule[];
  rule?: LifecycleRule;
  open: boolean;
  onClose: () => void;
}) {
  const form = useForm(lifecycleRule, rule === undefined ? {} : lifecycleValues(rule));
  const put = usePutLifecycle(bucketName, rule === undefined ? "The rule is added" : "The rule is changed", onClose);
  const submit = form.handleSubmit((body) => {
    if (rules.some(({ id }) => id === body.id && id !== rule?.id))
      return form.setError("id", { message: "is taken by another rule of the bucket" });
    put.mutate(rule === undefined ? [...rules, body] : rules.map((each) => (each.id === rule.id ? body : each)));
  });
  return (
    <FormDialog
      open={open}
      wide
      onClose={onClose}
      title={rule === undefined ? "Add a lifecycle rule" : "Edit the lifecycle rule"}
      lead={
        <>
          Rules are applied soon after a change, and after each midnight (UTC). What they delete cannot be brought back,
          unless the bucket keeps versions.
        </>
      }
      action={rule === undefined ? "Add rule" : "Save rule"}
      busy={put.isPending}
      error={put.error}
      onSubmit={(event) => void submit(event)}
    >
      <LifecycleFields form={form} />
      <Preview bucketName={bucketName} form={form} />
    </FormDialog>
  );
}

function LifecycleFields({ form }: { form: FormInUse<typeof lifecycleRule> }) {
  const expiry = form.watch("expiry");
  return (
    <>
      <TextField label="Name" autoComplete="off" placeholder="old logs" {...form.field("id")} />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          label="Prefix"
          autoComplete="off"
          placeholder="logs/"
          hint="Empty: all objects"
          {...form.field("prefix")}
        />
        <TextArea label="Tags" rows={1} placeholder="kind=log" hint="One key=value per line" {...form.field("tags")} />
        <TextField
          label="Larger than"
          inputMode="numeric"
          hint="In bytes. Empty: any size"
          {...form.field("larger_than_bytes")}
        />
        <TextField
          label="Smaller than"
          inputMode="numeric"
          hint="In bytes. Empty: any size"
          {...form.field("smaller_than_bytes")}
        />
        <SelectField label="Delete objects" {...form.register("expiry")}>
          <option value="days">Days after their upload</option>
          <option value="day">From a day on</option>
          <option value="none">Never</option>
          <option value="markers">Only delete markers without versions</option>
        </SelectField>
        {expiry === "days" && (
          <TextField label="Days" inputMode="numeric" placeholder="30" {...form.field("expire_after_days")} />
        )}
        {expiry === "day" && <TextField label="Day (UTC)" type="date" {...form.field("expire_on")} />}
      </div>
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          label="Delete earlier versions after"
          inputMode="numeric"
          hint="Days after their replacement. Empty: never"
          {...form.field("expire_earlier_versions_after_days")}
        />
        <TextField
          label="Keep the newest"
          inputMode="numeric"
          hint="Earlier versions of each object that stay"
          {...form.field("keep_earlier_versions")}
        />
        <TextField
          label="Abort uploads after"
          inputMode="numeric"
          hint="Days after they began. Empty: seven days, as for all uploads"
          {...form.field("abort_uploads_after_days")}
        />
      </div>
      <CheckOption label="On" hint="A rule that is off stays here without effect." {...form.register("enabled")} />
    </>
  );
}

/** Counts what the rule would match now. */
function Preview({ bucketName, form }: { bucketName: string; form: FormInUse<typeof lifecycleRule> }) {
  const { workspaceId } = useWorkspace();
  const trpc = useTRPC();
  const preview = useMutation(trpc.bucketLifecycle.preview.mutationOptions({ onError: form.showErrors }));
  const count = form.handleSubmit((rule) =>
    preview.mutate({ workspace_id: workspaceId, bucket_name: bucketName, rule }),
  );
  return (
    <div className="space-y-2 rounded-md bg-canvas px-3.5 py-3">
      {preview.error && <ProblemNotice problem={problemOf(preview.error)} />}
      <div className="flex flex-wrap items-center gap-3">
        <Button busy={preview.isPending} onClick={() => void count()}>
          Preview
        </Button>
        <p className="min-w-56 flex-1" aria-live="polite">
          {preview.data === undefined ? "Counts the objects that the rule matches now." : describePreview(preview.data)}
        </p>
      </div>
    </div>
  );
}

function describePreview({ matching, expired, is_complete }: LifecyclePreview): string {
  const within = is_complete ? "" : "Among the first 20,000 objects under the prefix: ";
  const found =
    `${countOf(matching.object_count, "object")} (${formatBytes(matching.total_size)}) ` +
    `${matching.object_count === 1 ? "matches" : "match"} now`;
  return `${within}${found}; the next run deletes ${expired.object_count} of them (${formatBytes(expired.total_size)}).`;
}
