"use client";

import type { StorageRegion } from "@fulmar/contract";
import { useMutation } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { type UseFormReturn, useForm, useWatch } from "react-hook-form";
import { contractResolver, showFieldErrors } from "@/client/form.ts";
import { problemOf } from "@/client/problem.ts";
import { useSkuPrices } from "@/client/sku-price.ts";
import { partsOf } from "@/client/text-list.ts";
import { useTRPC } from "@/client/trpc.ts";
import { CheckOption } from "@/components/check-option.tsx";
import { FieldMessage, SelectField, TextField } from "@/components/field.tsx";
import { ProblemNotice } from "@/components/problem-panel.tsx";
import { PurchaseSummary } from "@/components/purchase-summary.tsx";
import { notify } from "@/components/toast-store.ts";
import { useWorkspace } from "@/shell/workspace.tsx";

const schema = async () => (await import("@fulmar/contract/object-storage")).CreateBucket;

export function CreateBucketForm({ regions }: { regions: readonly StorageRegion[] }) {
  const { workspaceId } = useWorkspace();
  const router = useRouter();
  const trpc = useTRPC();
  const price = useSkuPrices("object-storage");
  // S3 has many rules for names, so errors appear while typing.
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

const RETENTIONS: Readonly<Record<Retention, string>> = {
  none: "None: objects are locked one by one",
  GOVERNANCE: "Governance: those with a special permission may still delete",
  COMPLIANCE: "Compliance: nobody may delete before the time is over",
};

/** Object lock keeps objects from being deleted or overwritten. It can only be enabled when a bucket is created. */
function ObjectLockFields({ form }: { form: UseFormReturn<CreateBucketValues> }) {
  const { object_lock_enabled, retention } = useWatch({ control: form.control });
  const { errors } = form.formState;
  // Errors of `default_retention` belong to the fields below.
  const problem = "default_retention" in errors ? messageOf(errors.default_retention) : undefined;
  return (
    <fieldset className="space-y-4">
      <legend className="sr-only">Object lock</legend>
      <CheckOption
        label="Object lock"
        hint="Versions of objects can be locked against deletion for a time. Only a new bucket can be given this, and it cannot be taken away."
        {...form.register("object_lock_enabled")}
      />
      {object_lock_enabled && (
        <div className="ml-6 grid gap-5 sm:grid-cols-2">
          <SelectField label="Default retention" {...form.register("retention")}>
            {Object.entries(RETENTIONS).map(([value, words]) => (
              <option key={value} value={value}>
                {words}
              </option>
            ))}
          </SelectField>
          {retention !== "none" && (
            <div className="grid grid-cols-2 gap-3">
              <TextField label="For" type="number" inputMode="numeric" min={1} {...form.register("period")} />
              <SelectField label="Unit" {...form.register("period_unit")}>
                <option value="days">days</option>
                <option value="years">years</option>
              </SelectField>
            </div>
          )}
          <p className="text-xs sm:col-span-2">
            <FieldMessage label="Default retention" error={problem} />
            {retention === "COMPLIANCE" && problem === undefined && (
              <span className="text-warn">
                The bucket itself cannot be deleted either until this time has passed since it was created.
              </span>
            )}
          </p>
        </div>
      )}
    </fieldset>
  );
}

function messageOf(error: unknown): string | undefined {
  return typeof error === "object" && error !== null && "message" in error && typeof error.message === "string"
    ? error.message
    : undefined;
}

/** Converts the form's values to the input of `bucket.create`. */
function toCreateBucket(values: CreateBucketValues) {
  const { name, region, is_public, object_lock_enabled, retention, period, period_unit } = values;
  const tags = partsOf(values.tags, ",");
  const length = period.trim() === "" ? Number.NaN : Number(period);
  return {
    ...{ name: name.trim(), region, is_public, object_lock_enabled, tags },
    ...(object_lock_enabled &&
      retention !== "none" && { default_retention: { mode: retention, [period_unit]: length } }),
  };
}

/** The form's values, as typed. */
export interface CreateBucketValues {
  readonly name: string;
  readonly region: string;
  readonly is_public: boolean;
  readonly object_lock_enabled: boolean;
  readonly retention: Retention;
  /** In days or years, per `period_unit`. */
  readonly period: string;
  readonly period_unit: "days" | "years";
  readonly tags: string;
}

export type Retention = "none" | "GOVERNANCE" | "COMPLIANCE";

const EMPTY_BUCKET: CreateBucketValues = {
  name: "",
  region: "",
  is_public: false,
  object_lock_enabled: false,
  retention: "none",
  period: "30",
  period_unit: "days",
  tags: "",
};

/** Maps the server's errors to fields: those of `default_retention` belong to the period. */
const BUCKET_FIELDS = ["name", "region", "tags"] as const;
