"use client";

import { Upload } from "lucide-react";
import { onDemand } from "@/client/on-demand.tsx";
import { DialogButton } from "@/components/dialog-button.tsx";
import { useWorkspace } from "@/shell/workspace.tsx";

const UploadDialog = onDemand(async () => (await import("./upload-dialog.tsx")).UploadDialog);

/** @param prefix the dialog's initial folder */
export function UploadButton({ prefix }: { prefix: string }) {
  const { roleRefusal } = useWorkspace();
  return (
    <DialogButton
      look="primary"
      refusal={roleRefusal("object-storage.write")}
      dialog={(state) => <UploadDialog {...state} begin={{ prefix, files: [], existing: null }} />}
    >
      <Upload className="size-4" aria-hidden />
      Upload
    </DialogButton>
  );
}
