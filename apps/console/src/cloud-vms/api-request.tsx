"use client";

import { CopyBlock } from "@/components/copy-block.tsx";
import { useWorkspace } from "@/shell/workspace.tsx";
import { VM_PAGES, type VmKind } from "@/vm-detail/vm-queries.ts";

/** The form's content as an API request. */
export function ApiRequest({ kind, apiUrl, body }: { kind: VmKind; apiUrl: string; body: object }) {
  const { workspaceId } = useWorkspace();
  const json = JSON.stringify(withoutEmpty(body), null, 2);
  const url = `${apiUrl}/compute/${VM_PAGES[kind].page}?workspace_id=${workspaceId}`;
  return (
    <details>
      <summary className="cursor-pointer rounded font-medium">Show as API request</summary>
      <div className="mt-4 space-y-5">
        <CopyBlock label="Request with curl" text={curlOf(url, json)} />
        <CopyBlock label="JSON body" text={json} />
      </div>
    </details>
  );
}

function curlOf(url: string, json: string): string {
  return [
    `curl -X POST '${url}'`,
    `  -H "Authorization: Bearer $FULMAR_TOKEN"`,
    `  -H "X-Idempotency-Key: $(uuidgen)"`,
    `  -H 'Content-Type: application/json'`,
    `  -d '${json.replaceAll("'", `'\\''`)}'`,
  ].join(" \\\n");
}

/** Drops empty fields, which equal absent ones. */
function withoutEmpty(body: object): object {
  return Object.fromEntries(Object.entries(body).filter(([, value]) => !Array.isArray(value) || value.length > 0));
}
