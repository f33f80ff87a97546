"use client";

import type { SshKey } from "@fulmar/contract";
import { useQuery } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { defineForm, rawText, useForm } from "@/client/form.ts";
import { useTRPC } from "@/client/trpc.ts";
import { CopyBlock } from "@/components/copy-block.tsx";
import { Copyable } from "@/components/copyable.tsx";
import { DateTime } from "@/components/date-time.tsx";
import { DialogButton, type DialogState } from "@/components/dialog-button.tsx";
import { Facts, FactsSkeleton } from "@/components/facts.tsx";
import { TextField } from "@/components/field.tsx";
import { ChangeDialog } from "@/components/form-dialog.tsx";
import { Loaded } from "@/components/loaded.tsx";
import { PageHeader } from "@/components/page-header.tsx";
import { useChanged } from "@/shell/use-changed.ts";
import { useWorkspace } from "@/shell/workspace.tsx";
import { DeleteSshKey } from "./delete-ssh-key.tsx";

export function SshKeyPage({ sshKeyId }: { sshKeyId: string }) {
  const { workspaceId, roleRefusal } = useWorkspace();
  const router = useRouter();
  const trpc = useTRPC();
  const list = `/workspaces/${workspaceId}/ssh-keys` as const;
  const query = useQuery(trpc.sshKey.get.queryOptions({ workspace_id: workspaceId, ssh_key_id: sshKeyId }));
  const sshKey = query.data;
  return (
    <>
      <PageHeader crumbs={[{ label: "SSH keys", href: list }]} title={sshKey?.name ?? "SSH key"}>
        {sshKey && (
          <>
            <DialogButton
              dialog={(state) => <RenameDialog sshKey={sshKey} {...state} />}
              refusal={roleRefusal("vm.write")}
            >
              Rename
            </DialogButton>
            <DeleteSshKey sshKey={sshKey} onDeleted={() => router.push(list)} />
          </>
        )}
      </PageHeader>
      <Loaded query={query} skeleton={<FactsSkeleton />}>
        {(key) => (
          <div className="space-y-8">
            <Facts
              label="SSH key"
              facts={[
                ["SSH key id", <Copyable key="id" text={key.ssh_key_id} label="SSH key id" />],
                ["Fingerprint", <Copyable key="fingerprint" text={key.fingerprint} label="fingerprint" />],
                ["Added", <DateTime key="created" iso={key.created_at} />],
              ]}
            />
            <CopyBlock label="Public key" text={key.public_key} />
          </div>
        )}
      </Loaded>
    </>
  );
}

const renameSshKey = defineForm(async () => (await import("@fulmar/contract/compute")).UpdateSshKey, {
  name: rawText(),
});

function RenameDialog({ sshKey, open, onClose }: { sshKey: SshKey } & DialogState) {
  const { workspaceId } = useWorkspace();
  const trpc = useTRPC();
  const changed = useChanged();
  const form = useForm(renameSshKey, { name: sshKey.name });
  return (
    <ChangeDialog
      open={open}
      onClose={onClose}
      title={`Rename ${sshKey.name}`}
      lead="Requests that name the key by its name need the new one."
      action="Rename"
      form={form}
      change={trpc.sshKey.update}
      inputOf={(body) => ({ workspace_id: workspaceId, ssh_key_id: sshKey.ssh_key_id, ...body })}
      onDone={({ name }) => changed(`Renamed the SSH key to ${name}`)}
    >
      <TextField label="Name" autoFocus autoComplete="off" {...form.field("name")} />
    </ChangeDialog>
  );
}
