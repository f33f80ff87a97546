"use client";

import type { OperatorQuotaClass } from "@fulmar/contract";
import { defineForm, field, numberOf, text, useForm } from "@/client/form.ts";
import { useTRPC } from "@/client/trpc.ts";
import type { DialogState } from "@/components/dialog-button.tsx";
import { TextField } from "@/components/field.tsx";
import { ChangeDialog } from "@/components/form-dialog.tsx";
import { QUOTA_NAME } from "@/settings/settings-queries.ts";
import { useInstallationChanged } from "../use-changed.ts";

type Resource = keyof typeof QUOTA_NAME;

const schemas = () => import("@fulmar/contract/operator");
const limit = field("", (typed) => (typed.trim() === "" ? null : numberOf(typed)));

const LIMITS = {
  ...{ buckets: limit, cdn_distributions: limit, cloud_vms: limit, cpus: limit, gpu_vms: limit },
  images: limit,
  ...{ load_balancers: limit, nat_gateways: limit, reserved_ips: limit, volume_gb: limit, volumes: limit },
} as const satisfies Record<Resource, typeof limit>;
const RESOURCES = Object.keys(LIMITS) as Resource[];

const newClass = defineForm(async () => (await schemas()).NewQuotaClass, {
  class_id: text(),
  name: text(),
});
const classLimits = defineForm(
  async () => (await schemas()).QuotaClassLimits,
  LIMITS,
  (limits) => ({ limits }),
);

/** Creates a class. Its quotas are set then. */
export function CreateClass({ open, onClose }: DialogState) {
  const trpc = useTRPC();
  const changed = useInstallationChanged();
  const form = useForm(newClass);
  return (
    <ChangeDialog
      open={open}
      onClose={onClose}
      title="New quota class"
      lead="It limits nothing until you set its quotas, and no organization is of it until you say so on its page."
      action="Create class"
      form={form}
      change={trpc.operatorQuotaClass.create}
      inputOf={(body) => body}
      onDone={({ name }) => changed(`Created ${name}`)}
    >
      <TextField label="Id" autoComplete="off" autoFocus placeholder="trusted" {...form.field("class_id")} />
      <TextField label="Name" autoComplete="off" placeholder="Trusted" {...form.field("name")} />
    </ChangeDialog>
  );
}

export function SetLimits({ quotaClass, open, onClose }: { quotaClass: OperatorQuotaClass } & DialogState) {
  const { class_id, name, limits } = quotaClass;
  const trpc = useTRPC();
  const changed = useInstallationChanged();
  const form = useForm(
    classLimits,
    Object.fromEntries(limits.map((one) => [one.resource, one.limit === null ? "" : String(one.limit)])),
  );
  return (
    <ChangeDialog
      open={open}
      onClose={onClose}
      title={`Quotas of ${name}`}
      lead="Workspaces of the class follow, but for quotas of their own. What exists beyond a limit stays. Empty: no limit."
      action="Set quotas"
      form={form}
      change={trpc.operatorQuotaClass.setLimits}
      inputOf={(body) => ({ class_id, ...body })}
      onDone={() => changed(`Set the quotas of ${name}`)}
    >
      <div className="grid gap-4 sm:grid-cols-2">
        {RESOURCES.map((resource) => (
          <TextField
            key={resource}
            label={QUOTA_NAME[resource]}
            inputMode="numeric"
            autoComplete="off"
            placeholder="no limit"
            {...form.field(resource)}
          />
        ))}
      </div>
    </ChangeDialog>
  );
}
