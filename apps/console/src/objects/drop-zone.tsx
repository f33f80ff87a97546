"use client";

import { Upload } from "lucide-react";
import { type DragEvent, type ReactNode, useState } from "react";
import { onDemand } from "@/client/on-demand.tsx";
import { problemOf } from "@/client/problem.ts";
import { notify } from "@/components/toast-store.ts";
import { useWorkspace } from "@/shell/workspace.tsx";
import { droppedFiles } from "./chosen-files.ts";
import type { UploadPlan } from "./upload-dialog.tsx";
import { useUpload } from "./use-upload.ts";

/** Comes when something would be replaced. */
const UploadDialog = onDemand(async () => (await import("./upload-dialog.tsx")).UploadDialog);

/**
 * Takes files and folders that are dropped on the list; the button does the same for those who do not drag. They are
 * asked only if something would be replaced.
 */
export function DropZone({ prefix, children }: { prefix: string; children: ReactNode }) {
  const { roleRefusal } = useWorkspace();
  const { existingKeys, start } = useUpload();
  const [over, setOver] = useState(false);
  const [asked, setAsked] = useState<UploadPlan | null>(null);
  const [open, setOpen] = useState(false);
  const refusal = roleRefusal("object-storage.write");

  const take = async (items: DataTransferItemList) => {
    try {
      const files = await droppedFiles(items);
      if (files.length === 0) return;
      const existing = await existingKeys(files, prefix);
      if (existing.size === 0) return start(files, prefix, existing);
      setAsked({ prefix, files, existing });
      setOpen(true);
    } catch (error) {
      if (error instanceof DOMException)
        notify.failed("Not uploaded", "The browser could not read what was dropped; choose it by the button instead.");
      else notify.failed("Not uploaded", problemOf(error).detail);
    }
  };
  const carriesFiles = ({ dataTransfer }: DragEvent) => dataTransfer.types.includes("Files");
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dragging is another way to what the upload button does
    <div
      className="relative"
      onDragOver={(event) => {
        if (!carriesFiles(event)) return;
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={(event) => {
        const into = event.relatedTarget;
        if (!(into instanceof Node && event.currentTarget.contains(into))) setOver(false);
      }}
      onDrop={(event) => {
        if (!carriesFiles(event)) return;
        // Without this the browser would leave the page for the file.
        event.preventDefault();
        setOver(false);
        if (refusal === null) void take(event.dataTransfer.items);
        else notify.failed("Not possible now", refusal);
      }}
    >
      {children}
      {over && (
        <div className="pointer-events-none absolute inset-0 z-10 grid place-items-center rounded-lg border-2 border-accent border-dashed bg-accent-soft/90">
          <p className="flex items-center gap-2 px-4 font-medium text-accent">
            <Upload className="size-4" aria-hidden />
            {refusal ?? `Drop to upload into ${prefix === "" ? "the top of the bucket" : prefix}`}
          </p>
        </div>
      )}
      {asked && <UploadDialog key={keyOf(asked)} open={open} onClose={() => setOpen(false)} begin={asked} />}
    </div>
  );
}

/** Another drop asks another question. */
function keyOf({ prefix, files }: UploadPlan): string {
  return JSON.stringify([prefix, files.map(({ path }) => path)]);
}
