"use client";

import { Camera } from "lucide-react";
import { onDemand } from "@/client/on-demand.tsx";
import { DialogButton } from "@/components/dialog-button.tsx";
import { Section } from "@/components/facts.tsx";
import { useVm } from "../vm-place.tsx";
import { SnapshotList } from "./snapshot-list.tsx";

const TakeSnapshot = onDemand(async () => (await import("./take-snapshot.tsx")).TakeSnapshot);

/** What the VM's volumes held at moments that somebody chose. */
export function SnapshotsTab() {
  const { refusal } = useVm();
  return (
    <Section
      title="Snapshots"
      lead="What the volumes held at one moment. Taking one does not stop the VM; snapshots are deleted with it."
      actions={
        <DialogButton look="primary" refusal={refusal("snapshot")} dialog={(state) => <TakeSnapshot {...state} />}>
          <Camera className="size-4" aria-hidden />
          Take a snapshot
        </DialogButton>
      }
    >
      <SnapshotList />
    </Section>
  );
}
