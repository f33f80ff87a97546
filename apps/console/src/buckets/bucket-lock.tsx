"use client";

import type { BucketObjectLock, RetentionMode } from "@fulmar/contract";
import { useQuery } from "@tanstack/react-query";
import { chosen, defineForm, field, numberOf, showing, useForm } from "@/client/form.ts";
import { useTRPC } from "@/client/trpc.ts";
import { DialogButton, type DialogState } from "@/components/dialog-button.tsx";
import { Section } from "@/components/facts.tsx";
import { SelectField, TextField } from "@/components/field.tsx";
import { ChangeDialog } from "@/components/form-dialog.tsx";
import { BlockSkeleton, Loaded } from "@/components/loaded.tsx";
import { useChanged } from "@/shell/use-changed.ts";
import { useWorkspace } from "@/shell/workspace.tsx";
import { useVersioning } from "./bucket-versioning.tsx";

const putLock = defineForm(
  async () => (await import("@fulmar/contract/object-storage")).PutBucketObjectLock,
  {
    mode: chosen<RetentionMode | "none">("none"),
    unit: chosen<"days" | "years">("days"),
    length: showing(["default_retention"], field("", numberOf)),
  },
  ({ mode, unit, length }) => ({
    default_retention: mode === "none" ? null : unit === "days" ? { mode, days: length } : { mode, years: length },
  }),
);

/** The object lock of a bucket: whether it has one, and its default retention. */
export function BucketLockSection({ bucketName }: { bucketName: string }) {
  const { workspaceId } = useWorkspace();
  const query = useQuery(
    useTRPC().bucketObjectLock.get.queryOptions({ workspace_id: workspaceId, bucket_name: bucketName }),
  );
  return (
    <Loaded query={query} skeleton={<BlockSkeleton />}>
      {(lock) => <Lock lock={lock} />}
    </Loaded>
  );
}

function Lock({ lock }: { lock: BucketObjectLock }) {
  const { roleRefusal } = useWorkspace();
  const versioning = useVersioning(lock.name);
  const needsVersions =
    !lock.enabled && versioning.data?.status !== "enabled" ? "Object lock needs versioning; enable it first." : null;
  return (
    <Section
      title="Object lock"
      lead={describeLock(lock)}
      actions={
        <DialogButton
          refusal={roleRefusal("object-storage.write") ?? needsVersions}
          dialog={(state) => <LockDialog {...state} lock={lock} />}
        >
          {lock.enabled ? "Change retention" : "Turn on object lock"}
        </DialogButton>
      }
    >
      {null}
    </Section>
  );
}

function describeLock({ enabled, default_retention }: BucketObjectLock): string {
  if (!enabled) return "Objects can be overwritten and deleted at any time.";
  if (default_retention === null) return "Objects can be retained one by one; new ones are not by default.";
  const { mode, days, years } = default_retention;
  const length = days == null ? `${years} year${years === 1 ? "" : "s"}` : `${days} day${days === 1 ? "" : "s"}`;
  return `New objects are retained for ${length}, in ${mode} mode.`;
}

function LockDialog({
  lock: { name, enabled, default_retention },
  open,
  onClose,
}: DialogState & { lock: BucketObjectLock }) {
  const { workspaceId } = useWorkspace();
  const trpc = useTRPC();
  const changed = useChanged();
  const { mode = "none", days, years } = default_retention ?? {};
  const form = useForm(putLock, {
    ...{ mode, unit: years == null ? "days" : "years", length: (days ?? years)?.toString() ?? "" },
  });
  return (
    <ChangeDialog
      open={open}
      onClose={onClose}
      title={enabled ? `Change the default retention of ${name}` : `Turn on object lock of ${name}`}
      lead={
        enabled
          ? "It applies to objects that are written from now on."
          : "It cannot be turned off again, and versioning can then not be suspended."
      }
      action={enabled ? "Save retention" : "Turn on object lock"}
      form={form}
      change={trpc.bucketObjectLock.put}
      inputOf={(body) => ({ workspace_id: workspaceId, bucket_name: name, ...body })}
      onDone={() => changed(enabled ? "The default retention is saved" : `${name} has object lock now`)}
    >
      <SelectField label="Default retention" {...form.register("mode")}>
        <option value="none">None</option>
        <option value="GOVERNANCE">GOVERNANCE: can be shortened with the right to bypass it</option>
        <option value="COMPLIANCE">COMPLIANCE: cannot be shortened by anyone</option>
      </SelectField>
      {form.watch("mode") !== "none" && (
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField label="For" inputMode="numeric" {...form.field("length")} />
          <SelectField label="Unit" {...form.register("unit")}>
            <option value="days">Days</option>
            <option value="years">Years</option>
          </SelectField>
        </div>
      )}
    </ChangeDialog>
  );
}
