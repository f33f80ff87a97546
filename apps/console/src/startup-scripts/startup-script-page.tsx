"use client";

import type { StartupScript } from "@fulmar/contract";
import { useQuery } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { defineForm, rawText, useForm } from "@/client/form.ts";
import { formatBytes } from "@/client/format.ts";
import { useTRPC } from "@/client/trpc.ts";
import { Button } from "@/components/button.tsx";
import { CopyBlock } from "@/components/copy-block.tsx";
import { Copyable } from "@/components/copyable.tsx";
import { DateTime } from "@/components/date-time.tsx";
import { DialogButton, type DialogState } from "@/components/dialog-button.tsx";
import { Facts, FactsSkeleton } from "@/components/facts.tsx";
import { TextField } from "@/components/field.tsx";
import { ChangeDialog } from "@/components/form-dialog.tsx";
import { BlockSkeleton, Loaded } from "@/components/loaded.tsx";
import { PageHeader } from "@/components/page-header.tsx";
import { useChanged } from "@/shell/use-changed.ts";
import { useWorkspace } from "@/shell/workspace.tsx";
import { DeleteStartupScript } from "./delete-startup-script.tsx";

export function StartupScriptPage({ startupScriptId }: { startupScriptId: string }) {
  const { workspaceId, roleRefusal } = useWorkspace();
  const router = useRouter();
  const trpc = useTRPC();
  const list = `/workspaces/${workspaceId}/startup-scripts` as const;
  const query = useQuery(
    trpc.startupScript.get.queryOptions({ workspace_id: workspaceId, startup_script_id: startupScriptId }),
  );
  const startupScript = query.data;
  return (
    <>
      <PageHeader crumbs={[{ label: "Startup scripts", href: list }]} title={startupScript?.name ?? "Startup script"}>
        {startupScript && (
          <>
            <DialogButton
              dialog={(state) => <RenameDialog startupScript={startupScript} {...state} />}
              refusal={roleRefusal("vm.write")}
            >
              Rename
            </DialogButton>
            <DeleteStartupScript startupScript={startupScript} onDeleted={() => router.push(list)} />
          </>
        )}
      </PageHeader>
      <Loaded query={query} skeleton={<FactsSkeleton />}>
        {(script) => (
          <div className="space-y-8">
            <Facts
              label="Startup script"
              facts={[
                ["Startup script id", <Copyable key="id" text={script.startup_script_id} label="Startup script id" />],
                ["Size", formatBytes(script.size_bytes)],
                ["SHA-256", <Copyable key="sha256" text={script.sha256} label="SHA-256" />],
                ["Added", <DateTime key="created" iso={script.created_at} />],
              ]}
            />
            <ScriptText scriptId={script.startup_script_id} />
          </div>
        )}
      </Loaded>
    </>
  );
}

/** The text is read on request, because each read is in the audit trail. */
function ScriptText({ scriptId }: { scriptId: string }) {
  const { workspaceId, roleRefusal } = useWorkspace();
  const trpc = useTRPC();
  const [shown, setShown] = useState(false);
  const input = { workspace_id: workspaceId, startup_script_id: scriptId };
  const query = useQuery({ ...trpc.startupScript.content.queryOptions(input), enabled: shown });
  if (!shown)
    return (
      <Button refusal={roleRefusal("vm.write")} onClick={() => setShown(true)}>
        Show the script
      </Button>
    );
  return (
    <Loaded query={query} skeleton={<BlockSkeleton />}>
      {({ content }) => <CopyBlock label="Script" text={content} />}
    </Loaded>
  );
}

const renameStartupScript = defineForm(async () => (await import("@fulmar/contract/compute")).UpdateStartupScript, {
  name: rawText(),
});

function RenameDialog({ startupScript, open, onClose }: { startupScript: StartupScript } & DialogState) {
  const { workspaceId } = useWorkspace();
  const trpc = useTRPC();
  const changed = useChanged();
  const form = useForm(renameStartupScript, { name: startupScript.name });
  return (
    <ChangeDialog
      open={open}
      onClose={onClose}
      title={`Rename ${startupScript.name}`}
      lead="VMs that have a copy of it do not change."
      action="Rename"
      form={form}
      change={trpc.startupScript.update}
      inputOf={(body) => ({ workspace_id: workspaceId, startup_script_id: startupScript.startup_script_id, ...body })}
      onDone={({ name }) => changed(`Renamed the startup script to ${name}`)}
    >
      <TextField label="Name" autoFocus autoComplete="off" {...form.field("name")} />
    </ChangeDialog>
  );
}
