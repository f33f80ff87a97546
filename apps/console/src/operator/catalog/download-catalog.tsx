"use client";

import { useQueryClient } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { useState } from "react";
import { problemOf } from "@/client/problem.ts";
import { saveFile } from "@/client/save-file.ts";
import { useTRPC } from "@/client/trpc.ts";
import { Button } from "@/components/button.tsx";
import { notify } from "@/components/toast-store.ts";

/** Saves the catalog as the file that an import takes. */
export function DownloadCatalog() {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const [busy, setBusy] = useState(false);
  const download = async () => {
    const file = await queryClient.fetchQuery({ ...trpc.operatorCatalog.export.queryOptions(), staleTime: 0 });
    saveFile("catalog.json", `${JSON.stringify(file, null, 2)}\n`, "application/json");
  };
  return (
    <Button
      busy={busy}
      onClick={() => {
        setBusy(true);
        download()
          .catch((error: unknown) => notify.failed("The catalog was not downloaded", problemOf(error).detail))
          .finally(() => setBusy(false));
      }}
    >
      {!busy && <Download className="size-4" aria-hidden />}
      Download
    </Button>
  );
}
