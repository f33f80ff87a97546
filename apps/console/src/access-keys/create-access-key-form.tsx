"use client";

import type { Bucket, CreatedAccessKey } from "@fulmar/contract";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useForm } from "react-hook-form";
import { contractResolver, showFieldErrors } from "@/client/form.ts";
import { problemOf } from "@/client/problem.ts";
import { useTRPC } from "@/client/trpc.ts";
import { Button } from "@/components/button.tsx";
import { ChoiceCard, ChoiceGroup } from "@/components/choice-card.tsx";
import { TextField } from "@/components/field.tsx";
import { ProblemNotice } from "@/components/problem-panel.tsx";
import { useWorkspace } from "@/shell/workspace.tsx";
import { BucketReach } from "./bucket-reach.tsx";
import {
  ACCESS_KEY_FIELDS,
  type CreateAccessKeyValues,
  EMPTY_ACCESS_KEY,
  toCreateAccessKey,
} from "./create-access-key-values.ts";

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
