"use client";

import type { RetentionMode } from "@fulmar/contract";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useBucket } from "@/buckets/bucket-frame.tsx";
import { tagLines, tagLinesRefusal, tagsOf } from "@/buckets/tag-lines.ts";
import { chosen, defineForm, field, useForm } from "@/client/form.ts";
import { problemOf } from "@/client/problem.ts";
import { useTRPC } from "@/client/trpc.ts";
import { Button } from "@/components/button.tsx";
import { CheckOption } from "@/components/check-option.tsx";
import { DateTime } from "@/components/date-time.tsx";
import { DialogButton, type DialogState } from "@/components/dialog-button.tsx";
import { SelectField, TextArea, TextField } from "@/components/field.tsx";
import { ChangeDialog } from "@/components/form-dialog.tsx";
import { ProblemNotice } from "@/components/problem-panel.tsx";
import { useChanged } from "@/shell/use-changed.ts";
import { useWorkspace } from "@/shell/workspace.tsx";
import { lastName } from "./object-names.ts";
import { bucketInput } from "./object-queries.ts";
import { useBucketPlace } from "./use-objects-address.ts";

/** The tags of an object and, in a bucket with object lock, its retention and its legal hold. */
export function ObjectAttributes({ objectKey }: { objectKey: string }) {
  const { bucket_lock_enabled } = useBucket();
  return (
    <>
      <Tags objectKey={objectKey} />
      {bucket_lock_enabled && <Lock objectKey={objectKey} />}
    </>
  );
}

function useInput(objectKey: string) {
  return { ...bucketInput(useBucketPlace()), object_key: objectKey };
}

const putTags = defineForm(async () => (await import("@fulmar/contract/object-storage")).PutObjectTags, {
  tags: field("", tagsOf),
});

function Tags({ objectKey }: { objectKey: string }) {
  const { roleRefusal } = useWorkspace();
  const query = useQuery(useTRPC().objectTags.get.queryOptions(useInput(objectKey)));
  if (query.error !== null) return <ProblemNotice problem={problemOf(query.error)} />;
  const tags = query.data?.tags;
  if (tags === undefined) return null;
  const pairs = Object.entries(tags);
  return (
    <section aria-label="Tags" className="min-w-0">
      <div className="mb-2 flex items-center gap-3">
        <h3 className="mr-auto font-medium">Tags</h3>
        <DialogButton
          look="quiet"
          refusal={roleRefusal("object-storage.write") ?? tagLinesRefusal(tags)}
          dialog={(state) => <TagsDialog {...state} objectKey={objectKey} tags={tags} />}
        >
          Edit tags
        </DialogButton>
      </div>
      {pairs.length === 0 ? (
        <p className="text-ink-muted">No tags.</p>
      ) : (
        <ul className="flex flex-wrap gap-1.5">
          {pairs.map(([key, value]) => (
            <li key={key} className="rounded bg-quiet-soft px-2 py-0.5 text-quiet text-xs [overflow-wrap:anywhere]">
              {value === "" ? key : `${key}=${value}`}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function TagsDialog({
  objectKey,
  tags,
  open,
  onClose,
}: DialogState & { objectKey: string; tags: Readonly<Record<string, string>> }) {
  const trpc = useTRPC();
  const changed = useChanged();
  const input = useInput(objectKey);
  const form = useForm(putTags, { tags: tagLines(tags) });
  return (
    <ChangeDialog
      open={open}
      onClose={onClose}
      title={`Edit the tags of ${lastName(objectKey)}`}
      lead="Lifecycle rules and bucket policies can go by tags. All of them are replaced."
      action="Save tags"
      form={form}
      change={trpc.objectTags.put}
      inputOf={(body) => ({ ...input, ...body })}
      onDone={() => changed(`The tags of ${lastName(objectKey)} are saved`)}
    >
      <TextArea label="Tags" rows={5} hint="One key=value per line, at most ten" {...form.field("tags")} />
    </ChangeDialog>
  );
}

function Lock({ objectKey }: { objectKey: string }) {
  const { roleRefusal } = useWorkspace();
  const trpc = useTRPC();
  const changed = useChanged();
  const input = useInput(objectKey);
  const retention = useQuery(trpc.objectRetention.get.queryOptions(input));
  const hold = useQuery(trpc.objectLegalHold.get.queryOptions(input));
  const put = useMutation(
    trpc.objectLegalHold.put.mutationOptions({
      onSuccess: ({ legal_hold }) => changed(`The legal hold is ${legal_hold ? "on" : "off"} now`),
    }),
  );
  const refusal = roleRefusal("object-storage.write");
  const error = retention.error ?? hold.error ?? put.error;
  if (error) return <ProblemNotice problem={problemOf(error)} />;
  if (retention.data === undefined || hold.data === undefined) return null;
  const { mode, retain_until } = retention.data;
  const { legal_hold } = hold.data;
  return (
    <section aria-label="Object lock" className="min-w-0">
      <h3 className="mb-2 font-medium">Object lock</h3>
      <div className="space-y-2">
        <div className="flex flex-wrap items-center gap-3">
          <p className="min-w-40 flex-1">
            {mode === null || retain_until === null ? (
              "Not retained."
            ) : (
              <>
                {mode} until <DateTime iso={retain_until} />
              </>
            )}
          </p>
          <DialogButton
            refusal={refusal}
            dialog={(state) => (
              <RetentionDialog {...state} objectKey={objectKey} mode={mode} retainUntil={retain_until} />
            )}
          >
            Change retention
          </DialogButton>
        </div>
        <div className="flex flex-wrap items-center gap-3">
          <p className="min-w-40 flex-1">
            {legal_hold ? "Under legal hold: it stays until the hold ends." : "No legal hold."}
          </p>
          <Button
            refusal={refusal}
            busy={put.isPending}
            onClick={() => put.mutate({ ...input, legal_hold: !legal_hold })}
          >
            {legal_hold ? "End legal hold" : "Set legal hold"}
          </Button>
        </div>
      </div>
    </section>
  );
}

/** A day as the moment at which it ends (UTC), so that the object is retained on that day too. */
const endOfDay = (day: string) => (day === "" ? null : `${day}T23:59:59Z`);

const putRetention = defineForm(
  async () => (await import("@fulmar/contract/object-storage")).PutObjectRetention,
  {
    mode: chosen<RetentionMode | "none">("GOVERNANCE"),
    retain_until: field("", endOfDay),
    bypass_governance: chosen(false),
  },
  ({ mode, retain_until, bypass_governance }) => ({
    mode: mode === "none" ? null : mode,
    retain_until: mode === "none" ? null : retain_until,
    bypass_governance,
  }),
);

function RetentionDialog({
  objectKey,
  mode,
  retainUntil,
  open,
  onClose,
}: DialogState & { objectKey: string; mode: RetentionMode | null; retainUntil: string | null }) {
  const { roleRefusal } = useWorkspace();
  const trpc = useTRPC();
  const changed = useChanged();
  const input = useInput(objectKey);
  const form = useForm(putRetention, { mode: mode ?? "GOVERNANCE", retain_until: retainUntil?.slice(0, 10) ?? "" });
  return (
    <ChangeDialog
      open={open}
      onClose={onClose}
      title={`Retain ${lastName(objectKey)}`}
      lead={
        <>
          A retained object can be neither overwritten nor deleted. A retention can be extended; COMPLIANCE is never
          shortened.
        </>
      }
      action="Save retention"
      form={form}
      change={trpc.objectRetention.put}
      inputOf={(body) => ({ ...input, ...body })}
      onDone={() => changed(`The retention of ${lastName(objectKey)} is saved`)}
    >
      <SelectField label="Mode" {...form.register("mode")}>
        {mode !== null && <option value="none">None: end the retention</option>}
        <option value="GOVERNANCE">GOVERNANCE: can be shortened with the right to bypass it</option>
        <option value="COMPLIANCE">COMPLIANCE: cannot be shortened by anyone</option>
      </SelectField>
      {form.watch("mode") !== "none" && (
        <TextField label="Until the end of" type="date" hint="A day (UTC)" {...form.field("retain_until")} />
      )}
      {mode === "GOVERNANCE" && roleRefusal("object-storage.delete") === null && (
        <CheckOption
          label="Bypass GOVERNANCE"
          hint="Shortens or ends the present retention."
          {...form.register("bypass_governance")}
        />
      )}
    </ChangeDialog>
  );
}
