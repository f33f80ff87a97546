"use client";

import type { AccessKeyPermission, Bucket, CreatedAccessKey } from "@fulmar/contract";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Controller, type UseFormReturn, useForm, useWatch } from "react-hook-form";
import { endOfDay } from "@/client/day.ts";
import { contractResolver, showFieldErrors } from "@/client/form.ts";
import { problemOf } from "@/client/problem.ts";
import { useTRPC } from "@/client/trpc.ts";
import { Button } from "@/components/button.tsx";
import { ChoiceCard, ChoiceGroup } from "@/components/choice-card.tsx";
import { FieldMessage, TextField } from "@/components/field.tsx";
import { ProblemNotice } from "@/components/problem-panel.tsx";
import { useWorkspace } from "@/shell/workspace.tsx";

const schema = async () => (await import("@fulmar/contract/object-storage")).CreateAccessKey;

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
  const defaultValues = { ...EMPTY_ACCESS_KEY, ...(bucketName !== undefined && { bucket_names: [bucketName] }) };
  const form = useForm<CreateAccessKeyValues>({ resolver: contractResolver(schema, toCreateAccessKey), defaultValues });
  const { errors } = form.formState;
  const create = useMutation(
    trpc.accessKey.create.mutationOptions({
      onSuccess: async (made) => {
        onCreated(made);
        await queryClient.invalidateQueries(trpc.accessKey.list.pathFilter());
      },
      onError: (error) => showFieldErrors(problemOf(error).errors, ACCESS_KEY_FIELDS, form.setError),
    }),
  );
  const submit = form.handleSubmit((values) =>
    create.mutate({ workspace_id: workspaceId, ...toCreateAccessKey(values) }),
  );
  return (
    <form onSubmit={(event) => void submit(event)} noValidate className="space-y-7">
      {create.error && <ProblemNotice problem={problemOf(create.error)} />}
      <TextField
        label="Name"
        autoFocus
        autoComplete="off"
        hint="What uses it, such as nightly-backup"
        error={errors.name?.message}
        {...form.register("name")}
      />
      <ChoiceGroup legend="Permission" error={errors.permission?.message}>
        <ChoiceCard title="Read" value="read" {...form.register("permission")}>
          Lists and reads objects.
        </ChoiceCard>
        <ChoiceCard title="Read and write" value="read_write" {...form.register("permission")}>
          Also writes and deletes them.
        </ChoiceCard>
      </ChoiceGroup>
      <BucketReach form={form} buckets={buckets} />
      <div className="max-w-56">
        <TextField
          label="Last day"
          type="date"
          hint="Empty: it does not expire"
          error={errors.expires_at?.message}
          {...form.register("expires_at")}
        />
      </div>
      <Button type="submit" look="primary" busy={create.isPending}>
        Create access key
      </Button>
    </form>
  );
}

/** The choice of the buckets that a key can access: all, or the checked ones. */
function BucketReach({ form, buckets }: { form: UseFormReturn<CreateAccessKeyValues>; buckets: readonly Bucket[] }) {
  const reach = useWatch({ control: form.control, name: "reach" });
  return (
    <div className="space-y-3">
      <ChoiceGroup legend="Buckets" error={undefined}>
        <ChoiceCard title="Some buckets" value="some" {...form.register("reach")}>
          Those that you choose.
        </ChoiceCard>
        <ChoiceCard title="All buckets" value="all" {...form.register("reach")}>
          Of the workspace, those to come too.
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

/** The form's values. */
export interface CreateAccessKeyValues {
  readonly name: string;
  readonly permission: AccessKeyPermission;
  readonly reach: "all" | "some";
  readonly bucket_names: readonly string[];
  /** YYYY-MM-DD, the last day on which it works. Empty for a key that does not expire. */
  readonly expires_at: string;
}

const EMPTY_ACCESS_KEY: CreateAccessKeyValues = {
  name: "",
  permission: "read_write",
  reach: "some",
  bucket_names: [],
  expires_at: "",
};

const ACCESS_KEY_FIELDS = ["name", "permission", "bucket_names", "expires_at"] as const;

/** Converts the form's values to the input of `accessKey.create`. */
function toCreateAccessKey({ name, permission, reach, bucket_names, expires_at }: CreateAccessKeyValues) {
  return {
    ...{ name: name.trim(), permission },
    ...(reach === "some" && { bucket_names: [...bucket_names] }),
    ...(expires_at !== "" && { expires_at: endOfDay(expires_at) }),
  };
}
