"use client";

import { Camera } from "lucide-react";
import Link from "next/link";
import { useState } from "react";
import { onDemand } from "@/client/on-demand.tsx";
import { Button } from "@/components/button.tsx";
import { FieldMessage } from "@/components/field.tsx";
import { useWorkspace } from "@/shell/workspace.tsx";
import type { SnapshotSource } from "./create-volume-form.tsx";

/** Comes when somebody wants a snapshot. */
const ChooseSnapshot = onDemand(async () => (await import("./choose-snapshot.tsx")).ChooseSnapshot);

/** What the volume begins with: nothing, or a snapshot, which is chosen in front of the page. */
export function SourceField({ source, error }: { source: SnapshotSource | undefined; error: string | undefined }) {
  const { workspaceId } = useWorkspace();
  const [choosing, setChoosing] = useState(false);
  return (
    <section
      aria-label="Begins with"
      className="flex flex-wrap items-center gap-3 rounded-lg border border-line bg-canvas px-4 py-3"
    >
      <Camera className="size-4 text-ink-muted" aria-hidden />
      <p className="min-w-0 grow basis-52">
        {source === undefined ? (
          "The volume begins empty."
        ) : (
          <>
            The volume begins as the snapshot <span className="font-medium">{source.snapshot.name}</span> of{" "}
            <Link
              href={`/workspaces/${workspaceId}/volumes/${source.volume.volume_id}/snapshots`}
              className="rounded font-medium underline underline-offset-2"
            >
              {source.volume.name}
            </Link>
            .
          </>
        )}{" "}
        <FieldMessage label="Snapshot" error={error} choice />
      </p>
      <Button onClick={() => setChoosing(true)}>{source === undefined ? "From a snapshot" : "Another snapshot"}</Button>
      {choosing && <ChooseSnapshot onClose={() => setChoosing(false)} />}
    </section>
  );
}
