"use client";

import type { BalancedRequest } from "@fulmar/contract";
import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { problemOf } from "@/client/problem.ts";
import { useTRPC } from "@/client/trpc.ts";
import { Button } from "@/components/button.tsx";
import { Section } from "@/components/facts.tsx";
import { SelectField, TextArea, TextField } from "@/components/field.tsx";
import { ProblemNotice } from "@/components/problem-panel.tsx";
import { useWorkspace } from "@/shell/workspace.tsx";
import { decisiveRule } from "./decisive-rule.ts";
import { describeCondition } from "./describe-rule.ts";
import { loadBalancerInput } from "./load-balancer-queries.ts";
import { useListeners, usePools } from "./use-load-balancer.ts";

/** Tests where the load balancer would route a request. Nothing is sent to targets. */
export function TestPage({ loadBalancerId }: { loadBalancerId: string }) {
  const { workspaceId } = useWorkspace();
  const trpc = useTRPC();
  const listeners = useListeners(loadBalancerId).data?.items ?? [];
  const pools = usePools(loadBalancerId).data?.items ?? [];
  const [asked, setAsked] = useState<BalancedRequest | null>(null);
  const route = useMutation(trpc.loadBalancer.route.mutationOptions());
  const ask = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const request = requestOf(new FormData(event.currentTarget));
    setAsked(request);
    route.mutate({ ...loadBalancerInput(workspaceId, loadBalancerId), ...request });
  };
  const problem = route.error ? problemOf(route.error) : undefined;
  const errorOf = (name: string) => problem?.errors?.find(({ field }) => field.split(".")[0] === name)?.message;
  return (
    <Section title="Test a request" lead="Shows which rule and pool a request would match. No request is sent.">
      <form noValidate onSubmit={ask} className="max-w-2xl space-y-4">
        {problem && <ProblemNotice problem={problem} />}
        <div className="grid gap-4 sm:grid-cols-2">
          <SelectField label="Transport" name="transport">
            <option value="tcp">TCP</option>
            <option value="udp">UDP</option>
          </SelectField>
          <TextField
            label="Port"
            name="port"
            inputMode="numeric"
            defaultValue={listeners[0]?.port ?? 80}
            error={errorOf("port")}
          />
          <TextField
            label="Host"
            name="host"
            placeholder="www.example.com"
            autoComplete="off"
            error={errorOf("host")}
          />
          <TextField label="Path" name="path" defaultValue="/" autoComplete="off" error={errorOf("path")} />
        </div>
        <TextArea label="Headers" name="headers" hint="One per line, such as X-Beta: yes" error={errorOf("headers")} />
        <Button type="submit" look="primary" busy={route.isPending}>
          Test
        </Button>
      </form>
      <div role="status" className="mt-6 max-w-2xl">
        {route.data && asked && (
          <Answer
            answer={route.data}
            decision={decisiveRule(listeners, asked)}
            poolName={(id) => pools.find(({ pool_id }) => pool_id === id)?.name ?? id}
          />
        )}
      </div>
    </Section>
  );
}

function requestOf(form: FormData): BalancedRequest {
  const text = (name: string) => String(form.get(name) ?? "").trim();
  const lines = text("headers")
    .split("\n")
    .filter((line) => line.includes(":"));
  const headers = Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf(":")).trim(), line.slice(line.indexOf(":") + 1).trim()]),
  );
  return {
    transport: text("transport") === "udp" ? "udp" : "tcp",
    port: Number(text("port")),
    host: text("host"),
    path: text("path") || "/",
    headers,
  };
}

function Answer({
  answer: { pool_id, redirect },
  decision: { listener, rule },
  poolName,
}: {
  answer: {
    readonly pool_id: string | null;
    readonly redirect: { readonly location: string; readonly status: number } | null;
  };
  decision: ReturnType<typeof decisiveRule>;
  poolName: (id: string) => string;
}) {
  const outcome =
    redirect !== null
      ? `It is redirected to ${redirect.location} (${redirect.status}).`
      : pool_id !== null
        ? `It goes to the pool ${poolName(pool_id)}.`
        : "Nothing answers it.";
  const why =
    listener === undefined
      ? "No listener has this port."
      : rule !== undefined
        ? `By the rule of ${listener.name} for ${describeCondition(rule)} (priority ${rule.priority}).`
        : pool_id !== null
          ? `No rule of ${listener.name} matches it, so it goes to the default pool.`
          : `No rule of ${listener.name} matches it, and there is no default pool.`;
  return (
    <div
      className={`rounded-lg border px-4 py-3
        ${pool_id === null && redirect === null ? "border-warn/40 bg-warn-soft" : "border-good/40 bg-good-soft"}`}
    >
      <p className="font-medium [overflow-wrap:anywhere]">{outcome}</p>
      <p className="mt-1 text-ink-muted [overflow-wrap:anywhere]">{why}</p>
    </div>
  );
}
