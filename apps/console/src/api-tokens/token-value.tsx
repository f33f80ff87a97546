"use client";

import { Check, Copy, TriangleAlert } from "lucide-react";
import { useRouter } from "next/navigation";
import { type ReactNode, useEffect, useState } from "react";
import { Button } from "@/components/button.tsx";
import { Confirm } from "@/components/confirm.tsx";
import { useCopy } from "@/components/copyable.tsx";
import { useWorkspace } from "@/shell/workspace.tsx";

export interface NewToken {
  readonly name: string;
  readonly token: string;
  /** A workspace that it may use. Undefined if it may use any. */
  readonly workspaceId: string | undefined;
  /** Limited to certain address ranges. */
  readonly fromRanges: boolean;
}

/**
 * A token's value, shown once: to copy, as a command line that tests it, and as a line for an environment file. Leaving
 * before confirming asks for confirmation.
 * @param apiUrl the public URL of the API, ending in `/v1`
 */
export function TokenValue({
  made,
  apiUrl,
  lead,
  onDone,
}: {
  made: NewToken;
  apiUrl: string;
  lead?: ReactNode;
  onDone: () => void;
}) {
  const { workspaceId } = useWorkspace();
  const [saved, setSaved] = useState(false);
  const leaving = useLeaveGuard(!saved);
  const curl =
    `curl -H "Authorization: Bearer ${made.token}" ` +
    `"${apiUrl}/token?workspace_id=${made.workspaceId ?? workspaceId}"`;
  return (
    <div className="space-y-6">
      <p role="status" className="flex gap-3 rounded-md border border-warn/30 bg-warn-soft px-3.5 py-3">
        <TriangleAlert className="mt-0.5 size-4 shrink-0 text-warn" aria-hidden />
        <span>
          Copy the value of {made.name} now. It is not kept, so it can never be shown again. {lead}
        </span>
      </p>
      <Secret label="Token" text={made.token} first />
      <Secret
        label="Try it"
        text={curl}
        hint={made.fromRanges ? "It answers from the allowed IP ranges only." : undefined}
      />
      <Secret label="For an .env file" text={`FULMAR_TOKEN=${made.token}`} />
      <label className="flex items-center gap-2.5">
        <input
          type="checkbox"
          checked={saved}
          onChange={(event) => setSaved(event.currentTarget.checked)}
          className="size-4 accent-accent"
        />
        I have saved the token
      </label>
      <Button look="primary" refusal={saved ? null : "Save the token first: it is not shown again."} onClick={onDone}>
        Done
      </Button>
      <Confirm
        open={leaving.asked}
        onClose={leaving.stay}
        title="Leave without the token?"
        lead={
          <>You have not confirmed that you saved the value of {made.name}. If you leave, it cannot be shown again.</>
        }
        action="Leave"
        plan={null}
        busy={false}
        error={null}
        onConfirm={leaving.leave}
      />
    </div>
  );
}

/** @param first gives this field the initial focus */
function Secret({
  label,
  text,
  hint,
  first = false,
}: {
  label: string;
  text: string;
  hint?: string | undefined;
  first?: boolean;
}) {
  const { copied, copy } = useCopy();
  return (
    <div>
      <div className="mb-1.5 flex items-center justify-between">
        <h2 className="font-medium">{label}</h2>
        <Button
          look={first ? "primary" : "quiet"}
          autoFocus={first}
          aria-label={`Copy ${label}`}
          onClick={() => copy(text)}
        >
          {copied ? <Check className="size-4 text-good" aria-hidden /> : <Copy className="size-4" aria-hidden />}
          {copied ? "Copied" : "Copy"}
        </Button>
      </div>
      <code
        className="block select-all break-all rounded-lg border border-line bg-canvas px-3.5 py-3 font-mono
          text-[13px]"
      >
        {text}
      </code>
      {hint !== undefined && <p className="mt-1.5 text-ink-subtle text-xs">{hint}</p>}
    </div>
  );
}

/**
 * Asks for confirmation before the user leaves a page with unsaved content: by a link, by the browser's back button, or
 * (with the browser's own dialog) by a reload or by closing the tab.
 */
function useLeaveGuard(active: boolean) {
  const router = useRouter();
  const [target, setTarget] = useState<string | null>(null);
  const [left, setLeft] = useState(false);
  const guarding = active && !left;
  useEffect(() => {
    if (!guarding) return;
    const onUnload = (event: BeforeUnloadEvent) => event.preventDefault();
    const onClick = (event: MouseEvent) => {
      const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>("a[href]") : null;
      const elsewhere = event.ctrlKey || event.metaKey || event.shiftKey || link?.target === "_blank";
      if (
        link === null ||
        elsewhere ||
        link.origin !== window.location.origin ||
        link.pathname === window.location.pathname
      )
        return;
      event.preventDefault();
      event.stopPropagation();
      setTarget(link.pathname + link.search);
    };
    window.addEventListener("beforeunload", onUnload);
    // In the capture phase, so that it runs before React and Next's links.
    document.addEventListener("click", onClick, true);
    return () => {
      window.removeEventListener("beforeunload", onUnload);
      document.removeEventListener("click", onClick, true);
    };
  }, [guarding]);
  useEffect(() => {
    if (!guarding) return;
    // A second history entry for this page: the back button arrives here again, where the user can be asked.
    window.history.pushState(null, "", window.location.href);
    const onBack = () => {
      window.history.pushState(null, "", window.location.href);
      setTarget(BACK);
    };
    window.addEventListener("popstate", onBack);
    return () => window.removeEventListener("popstate", onBack);
  }, [guarding]);
  return {
    asked: target !== null,
    stay: () => setTarget(null),
    leave: () => {
      setLeft(true);
      setTarget(null);
      if (target === BACK) return window.history.go(-2);
      // The path comes from a link of this console.
      if (target !== null) router.push(target as never);
    },
  };
}

const BACK = "back";
