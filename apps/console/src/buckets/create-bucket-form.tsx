"use client";

import type { StorageRegion } from "@fulmar/contract";
import { useMutation } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useWatch } from "react-hook-form";
import { chosen, defineForm, type FormInUse, number, showing, text, texts, useForm } from "@/client/form.ts";
import { problemOf } from "@/client/problem.ts";
import { useSkuPrices } from "@/client/sku-price.ts";
import { useTRPC } from "@/client/trpc.ts";
import { CheckOption } from "@/components/check-option.tsx";
import { FieldMessage, SelectField, TextField } from "@/components/field.tsx";
import { ProblemNotice } from "@/components/problem-panel.tsx";
import { PurchaseSummary } from "@/components/purchase-summary.tsx";
import { notify } from "@/components/toast-store.ts";
import { useWorkspace } from "@/shell/workspace.tsx";
import { ShowFormAs } from "@/show-as/show-form-as.tsx";

const createBucket = defineForm(
  async () => (await import("@fulmar/contract/object-storage")).CreateBucket,
  {
    name: text(),
    region: chosen(""),
    is_public: chosen(false),
    object_lock_enabled: chosen(false),
    retention: chosen<"none" | "GOVERNANCE" | "COMPLIANCE">("none"),
    // In days or years, per `period_unit`.
    period: showing(["default_retention"], number("30")),
    period_unit: chosen<"days" | "years">("days"),
    tags: texts(","),
  },
  ({ retention, period, period_unit, ...body }) => ({
    ...body,
    ...(body.object_lock_enabled &&
      retention !== "none" && { default_retention: { mode: retention, [period_unit]: period } }),
  }),
);

export function CreateBucketForm({ regions }: { regions: readonly StorageRegion[] }) {
  const { workspaceId } = useWorkspace();
  const router = useRouter();
  const trpc = useTRPC();
  const price = useSkuPrices("object-storage");
  // S3 has many rules for names, so errors appear while typing.
  const form = useForm(createBucket, { region: regions[0]?.region ?? "" }, { mode: "onChange" });
  const values = useWatch({ control: form.control });
  const create = useMutation(
    trpc.bucket.create.mutationOptions({
      onSuccess: ({ name }) => {
        notify.done(`Created ${name}`);
        router.push(`/workspaces/${workspaceId}/buckets/${name}`);
      },
      onError: form.showErrors,
    }),
  );
  const submit = form.handleSubmit((body) => create.mutate({ workspace_id: workspaceId, ...body }));
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
            {...form.field("name")}
          />
          <SelectField
            label="Region"
            hint="Where its objects are kept; it cannot be changed later"
            {...form.field("region")}
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
          hint={
            <>
              Anybody may read its objects without an access key. Lists and writes still need one. This can be changed
              at any time.
            </>
          }
          {...form.register("is_public")}
        />
        <ObjectLockFields form={form} />
        <TextField label="Tags" hint="Separated by commas" autoComplete="off" {...form.field("tags")} />
        <ShowFormAs operation="bucket.create" declared={createBucket} form={form} />
      </div>
      <PurchaseSummary
        lines={[
          ["Name", values.name || "—"],
          ["Region", values.region || "—"],
          ["Visibility", values.is_public ? "public" : "private"],
          ["Object lock", values.object_lock_enabled ? "on" : "off"],
        ]}
        price={price("bucket.standard")}
        skuCode="bucket.standard"
        action="Create bucket"
        busy={create.isPending || create.isSuccess}
      />
    </form>
  );
}

const RETENTIONS: Readonly<Record<typeof createBucket.initial.retention, string>> = {
  none: "None: lock objects individually",
  GOVERNANCE: "Governance: keys that may bypass it can still delete",
  COMPLIANCE: "Compliance: nobody can delete before it ends",
};

/** Object lock keeps objects from being deleted or overwritten. It can only be enabled when a bucket is created. */
function ObjectLockFields({ form }: { form: FormInUse<typeof createBucket> }) {
  const { object_lock_enabled, retention } = useWatch({ control: form.control });
  const problem = form.errorOf("period");
  return (
    <fieldset className="space-y-4">
      <legend className="sr-only">Object lock</legend>
      <CheckOption
        label="Object lock"
        hint={
          <>
            Versions of objects can be locked against deletion for a time. It can only be enabled at creation, and
            cannot be disabled.
          </>
        }
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
