"use client";

import { useQueryClient } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { useState } from "react";
import { problemOf } from "@/client/problem.ts";
import { saveFile } from "@/client/save-file.ts";
import type { Question } from "@/client/trpc.ts";
import { Button } from "./button.tsx";
import { notify } from "./toast-store.ts";

interface Page {
  readonly items: readonly unknown[];
  readonly nextCursor: string | null;
}

/**
 * Downloads all rows of a list as CSV, as it is filtered and sorted: the records of the API, page by page.
 * @param pageAt the question for the page at a cursor; undefined for the first one
 */
export function ExportList({
  label,
  pageAt,
}: {
  label: string;
  pageAt: (cursor: string | undefined) => Question<Page>;
}) {
  const queryClient = useQueryClient();
  const [busy, setBusy] = useState(false);
  const download = async () => {
    const records: object[] = [];
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const page: Page = await queryClient.fetchQuery({ ...pageAt(cursor), staleTime: 0 });
      records.push(...page.items.filter((item) => typeof item === "object" && item !== null));
      cursor = page.nextCursor;
    }
    const { csvOf } = await import("@/client/csv.ts");
    saveFile(`${label.toLowerCase().replaceAll(/[^a-z0-9]+/g, "-")}.csv`, csvOf(records), "text/csv;charset=utf-8");
  };
  return (
    <Button
      aria-label="Download as CSV"
      className="px-2.5"
      busy={busy}
      onClick={() => {
        setBusy(true);
        download()
          .catch((error: unknown) => notify.failed("The list was not downloaded", problemOf(error).detail))
          .finally(() => setBusy(false));
      }}
    >
      {!busy && <Download className="size-4" aria-hidden />}
    </Button>
  );
}
