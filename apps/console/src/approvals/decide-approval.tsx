"use client";

import { defineForm, text, useForm } from "@/client/form.ts";
import { useTRPC } from "@/client/trpc.ts";
import { DialogButton, type DialogState } from "@/components/dialog-button.tsx";
import { TextArea } from "@/components/field.tsx";
import { ChangeDialog, ChoiceDialog } from "@/components/form-dialog.tsx";
import { notify } from "@/components/toast-store.ts";
import { useChanged } from "@/shell/use-changed.ts";
import { useWorkspace } from "@/shell/workspace.tsx";
import { approvalInput, type ShownApproval } from "./approval-queries.ts";
import { Warnings } from "./warnings.tsx";

type Decided = Pick<ShownApproval, "approval_id" | "token_name" | "plan" | "warnings" | "undecidable">;

/** The buttons of who may decide. Others see why they may not. */
export function DecideApproval({ approval }: { approval: Decided }) {
  return (
    <>
      <DialogButton refusal={approval.undecidable} dialog={(state) => <RejectDialog approval={approval} {...state} />}>
        Reject
      </DialogButton>
      <DialogButton
        look="primary"
        refusal={approval.undecidable}
        dialog={(state) => <ApproveDialog approval={approval} {...state} />}
      >
        Approve
      </DialogButton>
    </>
  );
}

function ApproveDialog({ approval, open, onClose }: { approval: Decided } & DialogState) {
  const { workspaceId } = useWorkspace();
  const trpc = useTRPC();
  const changed = useChanged();
  return (
    <ChoiceDialog
      open={open}
      onClose={onClose}
      title="Approve this request?"
      lead={
        <>
          It is carried out at once, as the token {approval.token_name}, if the plan is still the same.{" "}
          {approval.plan.irreversible ? "It cannot be undone." : ""}
        </>
      }
      action="Approve"
      change={trpc.approval.approve}
      input={approvalInput(workspaceId, approval.approval_id)}
      onDone={({ status, outcome, first_approval_lapsed }) => {
        if (status === "failed") notify.failed(outcome?.detail ?? "It was refused when it was carried out.");
        if (first_approval_lapsed !== null) notify.failed(first_approval_lapsed);
        return changed(DONE[status] ?? "Decided");
      }}
    >
      {approval.warnings.length === 0 ? null : <Warnings warnings={approval.warnings} />}
    </ChoiceDialog>
  );
}

const DONE: Readonly<Record<string, string>> = {
  carried_out: "Approved and carried out",
  approved: "Approved",
  pending: "Approved; somebody else must approve it, too",
  failed: "Approved, but not carried out",
};

const rejection = defineForm(async () => (await import("@fulmar/contract/approvals")).ApprovalRejection, {
  reason: text(),
});

function RejectDialog({ approval, open, onClose }: { approval: Decided } & DialogState) {
  const { workspaceId } = useWorkspace();
  const trpc = useTRPC();
  const changed = useChanged();
  const form = useForm(rejection);
  return (
    <ChangeDialog
      open={open}
      onClose={onClose}
      title="Reject this request?"
      lead={`The token ${approval.token_name} can read the reason.`}
      action="Reject"
      form={form}
      change={trpc.approval.reject}
      inputOf={(body) => ({ ...approvalInput(workspaceId, approval.approval_id), ...body })}
      onDone={() => changed("Rejected")}
    >
      <TextArea label="Reason" rows={3} hint="Optional" {...form.field("reason")} />
    </ChangeDialog>
  );
}
