"use client";

import { SECRET_READER_ROLES, SECRET_REFUSALS, type SecretValue } from "@fulmar/contract";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Copy, Eye, EyeOff } from "lucide-react";
import { useCallback, useEffect, useState } from "react";
import { firstPage } from "@/client/list.ts";
import { problemOf } from "@/client/problem.ts";
import { useTRPC, useTRPCClient } from "@/client/trpc.ts";
import { Button } from "@/components/button.tsx";
import { useCopy } from "@/components/copyable.tsx";
import { SelectField } from "@/components/field.tsx";
import { ProblemNotice } from "@/components/problem-panel.tsx";
import { useWorkspace } from "@/shell/workspace.tsx";
import { useSecret } from "./secret-frame.tsx";
import { secretInputs, secretVersionList } from "./secret-queries.ts";

/** Reveals the value for half a minute, or copies it without showing it. Each read is audited. */
export function SecretValueCard() {
  const { workspaceId } = useWorkspace();
  const { secret, store } = useSecret();
  const trpc = useTRPC();
  const path = { workspaceId, storeId: store.id, secretId: secret.id };
  const versions = useQuery(firstPage(secretVersionList, trpc, path, {}));
  const [chosen, setChosen] = useState("");
  const { shown, secondsLeft, reveal, hide } = useRevealedValue();
  const { copied, copy } = useCopy();
  const read = useReading(chosen);
  const refusal = useReadRefusal();
  return (
    <section aria-label="Value" className="rounded-lg border border-line bg-surface p-5 shadow-card">
      <div className="flex flex-wrap items-end gap-3">
        <div className="min-w-0 grow basis-64">
          <h2 className="font-semibold">Value</h2>
          <p className="text-ink-muted">Each reading is recorded, whether the value is shown or only copied.</p>
        </div>
        <div className="w-44">
          <SelectField
            label="Version"
            value={chosen}
            onChange={(event) => {
              hide();
              setChosen(event.currentTarget.value);
            }}
          >
            <option value="">latest ({secret.version})</option>
            {versions.data?.items.map(({ version, status }) => (
              <option key={version} value={version}>
                {version} · {status}
              </option>
            ))}
          </SelectField>
        </div>
        <Button
          refusal={refusal}
          busy={read.isPending && read.variables === "copy"}
          onClick={() => read.mutate("copy", { onSuccess: ({ value }) => copy(value) })}
        >
          <Copy className="size-4" aria-hidden />
          {copied ? "Copied" : "Copy"}
        </Button>
        {shown === null ? (
          <Button
            refusal={refusal}
            busy={read.isPending && read.variables === "show"}
            onClick={() => read.mutate("show", { onSuccess: reveal })}
          >
            <Eye className="size-4" aria-hidden />
            Reveal
          </Button>
        ) : (
          <Button onClick={hide}>
            <EyeOff className="size-4" aria-hidden />
            Hide
          </Button>
        )}
      </div>
      {read.error && (
        <div className="mt-4">
          <ProblemNotice problem={problemOf(read.error)} />
        </div>
      )}
      {shown === null ? (
        <p className="mt-4 rounded-lg border border-line border-dashed px-3.5 py-3 text-ink-subtle">
          The value is not shown.
        </p>
      ) : (
        <Shown value={shown} secondsLeft={secondsLeft} />
      )}
    </section>
  );
}

/** Reads the value without caching it in the query client. */
function useReading(version: string) {
  const { workspaceId } = useWorkspace();
  const { secret, store } = useSecret();
  const client = useTRPCClient();
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const path = secretInputs(workspaceId, store.id, secret.id).secret;
  const reading = useMutation({
    mutationFn: (_why: "show" | "copy") =>
      client.secret.value.query({ ...path, ...(version !== "" && { version: Number(version) }) }),
    gcTime: 0,
    onSettled: () => {
      void queryClient.invalidateQueries(trpc.auditEvent.list.pathFilter());
    },
  });
  const { data, reset } = reading;
  useEffect(() => {
    if (data !== undefined) reset();
  }, [data, reset]);
  return reading;
}

/** Why the value cannot be read now, or null if it can be. */
function useReadRefusal(): string | null {
  const { roleRefusal } = useWorkspace();
  const { secret } = useSecret();
  const expired = secret.expires_at !== null && Date.parse(secret.expires_at) <= Date.now();
  const stateRefusal =
    secret.restorable_until !== null ? SECRET_REFUSALS.secret_deleted : expired ? SECRET_REFUSALS.secret_expired : null;
  return roleRefusal("secret-store.read", SECRET_READER_ROLES) ?? stateRefusal;
}

function Shown({ value: { value, version, encoding }, secondsLeft }: { value: SecretValue; secondsLeft: number }) {
  return (
    <div className="mt-4">
      <section
        aria-label={`Value of version ${version}`}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable
        tabIndex={0}
        className="max-h-64 select-all overflow-y-auto whitespace-pre-wrap break-all rounded-lg border border-line
          bg-canvas px-3.5 py-3 font-mono text-[13px]"
      >
        {value}
      </section>
      <p className="mt-1.5 text-ink-muted text-xs">
        Version {version}
        {encoding === "base64" && ", bytes written in base64"}. Hidden again in {secondsLeft} s, or when you leave this
        tab.
      </p>
    </div>
  );
}

/** A value is visible for this long. */
const SHOWN_SECONDS = 30;

/**
 * A value that is visible for a short time: it disappears after half a minute, when the tab loses visibility, and with
 * the page. It is kept only in this component, never in the query cache.
 */
function useRevealedValue() {
  const [shown, setShown] = useState<SecretValue | null>(null);
  const [secondsLeft, setSecondsLeft] = useState(0);
  const hide = useCallback(() => setShown(null), []);
  const reveal = useCallback((value: SecretValue) => {
    setShown(value);
    setSecondsLeft(SHOWN_SECONDS);
  }, []);
  useEffect(() => {
    if (shown === null) return;
    const hidesAt = Date.now() + SHOWN_SECONDS * 1000;
    const tick = window.setInterval(() => {
      const left = Math.ceil((hidesAt - Date.now()) / 1000);
      if (left <= 0) hide();
      else setSecondsLeft(left);
    }, 250);
    const onVisibility = () => document.visibilityState === "hidden" && hide();
    document.addEventListener("visibilitychange", onVisibility);
    window.addEventListener("pagehide", hide);
    return () => {
      window.clearInterval(tick);
      document.removeEventListener("visibilitychange", onVisibility);
      window.removeEventListener("pagehide", hide);
    };
  }, [shown, hide]);
  return { shown, secondsLeft, reveal, hide };
}
