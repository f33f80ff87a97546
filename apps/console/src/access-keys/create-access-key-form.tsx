"use client";

import type { AccessKeyPermission, Bucket, CreatedAccessKey } from "@fulmar/contract";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Controller, useWatch } from "react-hook-form";
import { endOfDay } from "@/client/day.ts";
import { chosen, defineForm, type FormInUse, field, text, useForm } from "@/client/form.ts";
import { problemOf } from "@/client/problem.ts";
import { useTRPC } from "@/client/trpc.ts";
import { Button } from "@/components/button.tsx";
import { CheckOption } from "@/components/check-option.tsx";
import { ChoiceCard, ChoiceGroup } from "@/components/choice-card.tsx";
import { FieldMessage, TextField } from "@/components/field.tsx";
import { ProblemNotice } from "@/components/problem-panel.tsx";
import { useWorkspace } from "@/shell/workspace.tsx";
import { ShowFormAs } from "@/show-as/show-form-as.tsx";

const createAccessKey = defineForm(
  async () => (await import("@fulmar/contract/object-storage")).CreateAccessKey,
  {
    name: text(),
    permission: chosen<AccessKeyPermission>("read_write"),
    bypass_governance: chosen(false),
    reach: chosen<"all" | "some">("some"),
    bucket_names: chosen<readonly string[]>([]),
    // YYYY-MM-DD, the last day on which it works. Empty for a key that does not expire.
    expires_at: field("", (day) => (day === "" ? undefined : endOfDay(day))),
  },
  ({ reach, bucket_names, expires_at, bypass_governance, ...body }) => ({
    ...body,
    bypass_governance: bypass_governance && body.permission === "read_write",
    ...(reach === "some" && { bucket_names: [...bucket_names] }),
    ...(expires_at !== undefined && { expires_at }),
  }),
);

export function CreateAccessKeyForm({
  buckets,
  bucketName,
  onCreated,
}: {
  buckets: readonly Bucket[];
  bucketName: string | undefined;
  onCreated: (made: CreatedAccessKey) => void;
}) {
  const { workspaceId } = useWorkspace();
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const form = useForm(createAccessKey, bucketName === undefined ? {} : { bucket_names: [bucketName] });
  const create = useMutation(
    trpc.accessKey.create.mutationOptions({
      onSuccess: async (made) => {
        onCreated(made);
        await queryClient.invalidateQueries(trpc.accessKey.list.pathFilter());
      },
      onError: form.showErrors,
    }),
  );
  const permission = useWatch({ control: form.control, name: "permission" });
  const submit = form.handleSubmit((body) => create.mutate({ workspace_id: workspaceId, ...body }));
  return (
    <form onSubmit={(event) => void submit(event)} noValidate className="space-y-7">
      {create.error && <ProblemNotice problem={problemOf(create.error)} />}
      <TextField
        label="Name"
        autoFocus
        autoComplete="off"
        hint="What uses it, such as nightly-backup"
        {...form.field("name")}
      />
      <ChoiceGroup legend="Permission" error={form.errorOf("permission")}>
        <ChoiceCard title="Read" value="read" {...form.register("permission")}>
          Lists and reads objects.
        </ChoiceCard>
        <ChoiceCard title="Write only" value="write" {...form.register("permission")}>
          Uploads objects, but cannot read or delete them.
        </ChoiceCard>
        <ChoiceCard title="Read and write" value="read_write" {...form.register("permission")}>
          Lists, reads, uploads and deletes objects.
        </ChoiceCard>
      </ChoiceGroup>
      {permission === "read_write" && (
        <CheckOption
          label="May bypass GOVERNANCE retention"
          hint={
            <>
              Deletes retained objects and shortens their retention, with the bypass header. No key bypasses COMPLIANCE.
            </>
          }
          {...form.register("bypass_governance")}
        />
      )}
      <BucketReach form={form} buckets={buckets} />
      <div className="max-w-56">
        <TextField label="Expires on" type="date" hint="Leave empty for no expiry" {...form.field("expires_at")} />
      </div>
      <Button type="submit" look="primary" busy={create.isPending}>
        Create access key
      </Button>
      <ShowFormAs operation="accessKey.create" declared={createAccessKey} form={form} />
    </form>
  );
}

/** The choice of the buckets that a key can access: all, or the checked ones. */
function BucketReach({ form, buckets }: { form: FormInUse<typeof createAccessKey>; buckets: readonly Bucket[] }) {
  const reach = useWatch({ control: form.control, name: "reach" });
  return (
    <div className="space-y-3">
      <ChoiceGroup legend="Buckets" error={undefined}>
        <ChoiceCard title="Some buckets" value="some" {...form.register("reach")}>
          Only the ones you choose.
        </ChoiceCard>
        <ChoiceCard title="All buckets" value="all" {...form.register("reach")}>
          Every bucket of the workspace, including future ones.
        </ChoiceCard>
      </ChoiceGroup>
      {reach === "some" && (
        <Controller
          control={form.control}
          name="bucket_names"
          render={({ field, fieldState }) => (
            <fieldset>
              <legend className="sr-only">Buckets that the key reaches</legend>
              <BucketTicks buckets={buckets} chosen={field.value} onChange={field.onChange} />
              <p className="mt-1.5 text-xs">
                <FieldMessage label="Buckets" error={fieldState.error?.message} choice />
              </p>
            </fieldset>
          )}
        />
      )}
    </div>
  );
}

function BucketTicks({
  buckets,
  chosen,
  onChange,
}: {
  buckets: readonly Bucket[];
  chosen: readonly string[];
  onChange: (names: string[]) => void;
}) {
  if (buckets.length === 0)
    return (
      <p className="text-ink-muted">There is no bucket yet: create one first, or let the key reach all buckets.</p>
    );
  return (
    <div className="max-h-56 space-y-1.5 overflow-y-auto rounded-lg border border-line p-3">
      {buckets.map(({ name }) => (
        <label key={name} className="flex items-center gap-2.5">
          <input
            type="checkbox"
            checked={chosen.includes(name)}
            onChange={(event) =>
              onChange(event.currentTarget.checked ? [...chosen, name] : chosen.filter((other) => other !== name))
            }
            className="size-4 accent-accent"
          />
          {name}
        </label>
      ))}
    </div>
  );
}
