"use client";

import type { StorageRegion } from "@fulmar/contract";
import { useMutation } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useForm, useWatch } from "react-hook-form";
import { contractResolver, showFieldErrors } from "@/client/form.ts";
import { problemOf } from "@/client/problem.ts";
import { useSkuPrices } from "@/client/sku-price.ts";
import { useTRPC } from "@/client/trpc.ts";
import { CheckOption } from "@/components/check-option.tsx";
import { SelectField, TextField } from "@/components/field.tsx";
import { ProblemNotice } from "@/components/problem-panel.tsx";
import { PurchaseSummary } from "@/components/purchase-summary.tsx";
import { notify } from "@/components/toast-store.ts";
import { useWorkspace } from "@/shell/workspace.tsx";
import { BUCKET_FIELDS, type CreateBucketValues, EMPTY_BUCKET } from "./create-bucket-values.ts";
import { ObjectLockFields } from "./object-lock-fields.tsx";
import { toCreateBucket } from "./to-create-bucket.ts";

const schema = async () => (await import("@fulmar/contract/object-storage")).CreateBucket;

export function CreateBucketForm({ regions }: { regions: readonly StorageRegion[] }) {
  const { workspaceId } = useWorkspace();
  const router = useRouter();
  const trpc = useTRPC();
  const price = useSkuPrices("object-storage");
  // S3's rules for names are many: each is said as soon as it is broken.
  const form = useForm<CreateBucketValues>({
    mode: "onChange",
    resolver: contractResolver(schema, toCreateBucket),
    defaultValues: { ...EMPTY_BUCKET, region: regions[0]?.region ?? "" },
  });
  const { errors } = form.formState;
  const chosen = useWatch({ control: form.control });
  const create = useMutation(
    trpc.bucket.create.mutationOptions({
      onSuccess: ({ name }) => {
        notify.done(`Created ${name}`);
        router.push(`/workspaces/${workspaceId}/buckets/${name}`);
      },
      onError: (error) => showFieldErrors(problemOf(error).errors, BUCKET_FIELDS, form.setError),
    }),
  );
  const submit = form.handleSubmit((values) => create.mutate({ workspace_id: workspaceId, ...toCreateBucket(values) }));
  return (
    <form
      onSubmit={(event) => void submit(event)}
      noValidate
      className="grid items-start gap-8 lg:grid-cols-[1fr_18rem]"
    >
      <div className="min-w-0 space-y-7">
        {create.error && <ProblemNotice problem={problemOf(create.error)} />}
        <div className="grid gap-5 sm:grid-cols-2">
          <TextField
            label="Name"
            autoFocus
            autoComplete="off"
            spellCheck={false}
            hint="3 to 63 lower-case letters, digits, dots and hyphens, beginning and ending with a letter or a digit"
            error={errors.name?.message}
            {...form.register("name")}
          />
          <SelectField
            label="Region"
            hint="Where its objects are kept; it cannot be changed later"
            error={errors.region?.message}
            {...form.register("region")}
          >
            {regions.map(({ region, name }) => (
              <option key={region} value={region}>
                {name} · {region}
              </option>
            ))}
          </SelectField>
        </div>
        <CheckOption
          label="Public"
          hint="Anybody may read its objects without an access key. Lists and writes still need one. This can be changed at any time."
          {...form.register("is_public")}
        />
        <ObjectLockFields form={form} />
        <TextField
          label="Tags"
          hint="Separated by commas"
          autoComplete="off"
          error={errors.tags?.message}
          {...form.register("tags")}
        />
      </div>
      <PurchaseSummary
        lines={[
          ["Name", chosen.name || "—"],
          ["Region", chosen.region || "—"],
          ["Visibility", chosen.is_public ? "public" : "private"],
          ["Object lock", chosen.object_lock_enabled ? "on" : "off"],
        ]}
        price={price("bucket.standard")}
        skuCode="bucket.standard"
        action="Create bucket"
        busy={create.isPending || create.isSuccess}
      />
    </form>
  );
}
