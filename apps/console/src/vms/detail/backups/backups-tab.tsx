"use client";

import { Archive } from "lucide-react";
import { onDemand } from "@/client/on-demand.tsx";
import { DialogButton } from "@/components/dialog-button.tsx";
import { Section } from "@/components/facts.tsx";
import { ListTable } from "@/components/list-page.tsx";
import type { ListedKind } from "@/components/resource-list.tsx";
import { useWorkspace } from "@/shell/workspace.tsx";
import { backupList } from "../tab-queries.ts";
import { useVm } from "../vm-place.tsx";
import { backupColumns } from "./backup-columns.tsx";
import { PolicySection } from "./policy-section.tsx";

/** The VM's backups and its backup policy. */
export function BackupsTab() {
  return (
    <div className="space-y-8">
      <PolicySection />
      <BackupSection />
    </div>
  );
}

const BackUpNow = onDemand(async () => (await import("./back-up-now.tsx")).BackUpNow);
const TAKEN: ListedKind = {
  one: "backup",
  many: "backups",
  icon: Archive,
  purpose: "A backup can be run at any time, with or without a policy. The first one is full.",
  hint: "None of the VM's backups is of this type and status.",
};
/** The VM's backups, newest first: each one's parent and its actions. */
function BackupSection() {
  const { refusal } = useVm();
  return (
    <Section
      title="Backups"
      lead="Copies of the root disk and all attached volumes. They are deleted with the VM, unless its deletion keeps them."
      actions={
        <DialogButton refusal={refusal("backup")} dialog={(state) => <BackUpNow {...state} />}>
          Back up now
        </DialogButton>
      }
    >
      <BackupList />
    </Section>
  );
}

function BackupList() {
  const { workspaceId } = useWorkspace();
  const { vm, kind } = useVm();
  return (
    <ListTable
      list={backupList}
      path={{ workspaceId, vmId: vm.id, kind }}
      changing={vm.operation_id !== null}
      kind={TAKEN}
      label="Backups taken"
      filters={{ type: ["Type"], status: ["Status"] }}
      columns={backupColumns}
      keyOf={({ backup_id }) => backup_id}
    />
  );
}
