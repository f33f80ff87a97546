"use client";

import { useRouter } from "next/navigation";
import { useWorkspace } from "@/shell/workspace.tsx";
import { DeleteVolume } from "./delete-volume.tsx";
import { GrowVolume } from "./grow-volume.tsx";
import { RenameVolume } from "./rename-volume.tsx";
import { useVolume } from "./volume-frame.tsx";

/** Name, size, and the end of a volume. */
export function VolumeSettings() {
  const { workspaceId } = useWorkspace();
  const router = useRouter();
  const volume = useVolume();
  return (
    <div className="max-w-2xl space-y-10">
      <RenameVolume key={volume.name} volume={volume} />
      <GrowVolume key={volume.size_gb} volume={volume} />
      <DeleteVolume volume={volume} onDeleted={() => router.push(`/workspaces/${workspaceId}/volumes`)} />
    </div>
  );
}
