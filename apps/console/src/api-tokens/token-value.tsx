"use client";

import { Check, Copy, TriangleAlert } from "lucide-react";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { Button } from "@/components/button.tsx";
import { useCopy } from "@/components/copyable.tsx";
import { useWorkspace } from "@/shell/workspace.tsx";

export interface NewToken {
  readonly name: string;
  readonly token: string;
  /** A workspace that it may use; undefined: any. */
  readonly workspaceId: string | undefined;
}

/** A token's value, shown this once, and a command line that proves that it works. */
export function TokenValue({ made, apiUrl }: { made: NewToken; apiUrl: string }) {
  const { workspaceId } = useWorkspace();
  const router = useRouter();
  const [saved, setSaved] = useState(false);
  const curl = `curl -H "Authorization: Bearer ${made.token}" "${apiUrl}/token?workspace_id=${made.workspaceId ?? workspaceId}"`;
  return (
    <div className="space-y-6">
      <p role="status" className="flex gap-3 rounded-md border border-warn/30 bg-warn-soft px-3.5 py-3">
        <TriangleAlert className="mt-0.5 size-4 shrink-0 text-warn" aria-hidden />
        Copy the value of {made.name} now. It is not kept, so it can never be shown again.
      </p>
      <Secret label="Token" text={made.token} />
      <Secret label="Try it" text={curl} />
      <label className="flex items-center gap-2.5">
        <input type="checkbox" checked={saved} onChange={(event) => setSaved(event.currentTarget.checked)} className="size-4 accent-accent" />I have saved the
        token
      </label>
      <Button
        look="primary"
        refusal={saved ? null : "Save the token first: it is not shown again."}
        onClick={() => router.push(`/workspaces/${workspaceId}/api-tokens`)}
      >
        Done
      </Button>
    </div>
  );
}

function Secret({ label, text }: { label: string; text: string }) {
  const { copied, copy } = useCopy();
  return (
    <div>
      <div className="mb-1.5 flex items-center justify-between">
        <h2 className="font-medium">{label}</h2>
        <Button look="quiet" aria-label={`Copy ${label}`} onClick={() => copy(text)}>
          {copied ? <Check className="size-4 text-good" aria-hidden /> : <Copy className="size-4" aria-hidden />}
          {copied ? "Copied" : "Copy"}
        </Button>
      </div>
      <code className="block select-all break-all rounded-lg border border-line bg-canvas px-3.5 py-3 font-mono text-[13px]">{text}</code>
    </div>
  );
}
