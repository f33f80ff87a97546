"use client";

import type { OperatorQuotaRequest } from "@fulmar/contract";
import { defineForm, number, optionalText, text, useForm } from "@/client/form.ts";
import { useTRPC } from "@/client/trpc.ts";
import type { DialogState } from "@/components/dialog-button.tsx";
import { TextField } from "@/components/field.tsx";
import { ChangeDialog } from "@/components/form-dialog.tsx";
import { QUOTA_NAME } from "@/settings/settings-queries.ts";
import { useInstallationChanged } from "../use-changed.ts";

type ForOne = { readonly request: OperatorQuotaRequest } & DialogState;

const schemas = () => import("@fulmar/contract/operator");
const grantForm = defineForm(async () => (await schemas()).QuotaGrant, { granted: number(), reason: optionalText });
const refusalForm = defineForm(async () => (await schemas()).QuotaRefusal, { reason: text() });

const nameOf = ({ resource, organization_name }: OperatorQuotaRequest) =>
  `${QUOTA_NAME[resource]} of ${organization_name}`;

export function Grant({ request, open, onClose }: ForOne) {
  const trpc = useTRPC();
  const changed = useInstallationChanged();
  const form = useForm(grantForm, { granted: String(request.wanted) });
  return (
    <ChangeDialog
      open={open}
      onClose={onClose}
      title={`Grant ${nameOf(request)}`}
      lead={`The workspace ${request.workspace_name} then has this limit as its own. The requester gets an e-mail.`}
      action="Grant request"
      form={form}
      change={trpc.operatorQuotaRequest.grant}
      inputOf={(body) => ({ quota_request_id: request.quota_request_id, ...body })}
      onDone={() => changed(`Granted ${nameOf(request)}`)}
    >
      <TextField label="Limit" inputMode="numeric" autoComplete="off" {...form.field("granted")} />
      <TextField
        label="Reason"
        autoComplete="off"
        hint="Optional, such as why it is less. Its members see it."
        {...form.field("reason")}
      />
    </ChangeDialog>
  );
}

export function Refuse({ request, open, onClose }: ForOne) {
  const trpc = useTRPC();
  const changed = useInstallationChanged();
  const form = useForm(refusalForm);
  return (
    <ChangeDialog
      open={open}
      onClose={onClose}
      title={`Refuse ${nameOf(request)}`}
      lead="The quota stays as it is. The requester gets an e-mail with the reason."
      action="Refuse request"
      form={form}
      change={trpc.operatorQuotaRequest.refuse}
      inputOf={(body) => ({ quota_request_id: request.quota_request_id, ...body })}
      onDone={() => changed(`Refused ${nameOf(request)}`)}
    >
      <TextField
        label="Reason"
        autoComplete="off"
        hint="Its members see it, and it is in both audit trails."
        {...form.field("reason")}
      />
    </ChangeDialog>
  );
}
