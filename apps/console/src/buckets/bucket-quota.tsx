"use client";

import type { BucketQuota } from "@fulmar/contract";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { defineForm, field, numberOf, useForm } from "@/client/form.ts";
import { formatBytes } from "@/client/format.ts";
import { problemOf } from "@/client/problem.ts";
import { useTRPC } from "@/client/trpc.ts";
import { Button } from "@/components/button.tsx";
import { Section } from "@/components/facts.tsx";
import { TextField } from "@/components/field.tsx";
import { FormFields } from "@/components/form-fields.tsx";
import { BlockSkeleton, Loaded } from "@/components/loaded.tsx";
import { ProblemNotice } from "@/components/problem-panel.tsx";
import { notify } from "@/components/toast-store.ts";
import { useWorkspace } from "@/shell/workspace.tsx";

const GIGABYTE = 1_000_000_000;

/** Sent as bytes. Empty: no limit. */
const gigabytes = field("", (typed) => (typed.trim() === "" ? null : Math.round(numberOf(typed) * GIGABYTE)));

const quotaForm = defineForm(async () => (await import("@fulmar/contract/object-storage")).PutBucketQuota, {
  size_bytes: gigabytes,
});

/** The size quota of a bucket, beyond which uploads are refused. */
export function BucketQuotaSection({ bucketName }: { bucketName: string }) {
  const { workspaceId } = useWorkspace();
  const trpc = useTRPC();
  const quota = useQuery(trpc.bucketQuota.get.queryOptions({ workspace_id: workspaceId, bucket_name: bucketName }));
  return (
    <Section title="Quota" lead="Uploads that would take the bucket beyond its quota are refused. Nothing is deleted.">
      <Loaded query={quota} skeleton={<BlockSkeleton />}>
        {(loaded) => <QuotaForm key={loaded.size_bytes} quota={loaded} />}
      </Loaded>
    </Section>
  );
}

function QuotaForm({ quota: { name, size_bytes, used_bytes } }: { quota: BucketQuota }) {
  const { workspaceId, roleRefusal } = useWorkspace();
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const form = useForm(quotaForm, { size_bytes: size_bytes === null ? "" : String(size_bytes / GIGABYTE) });
  const put = useMutation(
    trpc.bucketQuota.put.mutationOptions({
      onSuccess: async (saved) => {
        await queryClient.invalidateQueries(trpc.bucketQuota.pathFilter());
        notify.done(
          saved.size_bytes === null
            ? `${name} has no quota now`
            : `The quota of ${name} is ${formatBytes(saved.size_bytes)} now`,
        );
      },
      onError: form.showErrors,
    }),
  );
  const submit = form.handleSubmit((body) => put.mutate({ workspace_id: workspaceId, bucket_name: name, ...body }));
  const refusal = roleRefusal("object-storage.write");
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="max-w-md space-y-4">
      {put.error && <ProblemNotice problem={problemOf(put.error)} />}
      <FormFields refusal={refusal}>
        <TextField
          label="Quota in GB"
          inputMode="decimal"
          autoComplete="off"
          placeholder="No limit"
          hint={`${formatBytes(used_bytes)} used. Leave it empty for no limit.`}
          {...form.field("size_bytes")}
        />
      </FormFields>
      <Button type="submit" busy={put.isPending} refusal={refusal}>
        Save quota
      </Button>
    </form>
  );
}
