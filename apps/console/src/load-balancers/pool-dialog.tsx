"use client";

import type { LoadBalancerPool } from "@fulmar/contract";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useId } from "react";
import { chosen, defineForm, nullableText, number, text, texts, useForm } from "@/client/form.ts";
import { useTRPC } from "@/client/trpc.ts";
import { SelectField, TextField } from "@/components/field.tsx";
import { FormDialog } from "@/components/form-dialog.tsx";
import { DocsLink } from "@/docs/docs-link.tsx";
import { useChanged } from "@/shell/use-changed.ts";
import { useWorkspace } from "@/shell/workspace.tsx";

const putPool = defineForm(
  async () => (await import("@fulmar/contract/load-balancing")).loadBalancerPoolCreate.body,
  {
    name: text(),
    protocol: chosen<LoadBalancerPool["protocol"]>("http"),
    algorithm: chosen<LoadBalancerPool["algorithm"]>("round_robin"),
    sticky_sessions: chosen<LoadBalancerPool["sticky_sessions"]>("none"),
    proxy_protocol: chosen<LoadBalancerPool["proxy_protocol"]>("none"),
    type: chosen<LoadBalancerPool["health_check"]["type"]>("tcp"),
    path: chosen("/"),
    expected_statuses: texts(",", "200-399"),
    interval_seconds: number("10"),
    timeout_seconds: number("5"),
    healthy_threshold: number("2"),
    unhealthy_threshold: number("3"),
    target_tag: nullableText,
    target_port: number("80"),
  },
  ({ name, protocol, algorithm, sticky_sessions, proxy_protocol, target_tag, target_port, ...health_check }) => ({
    ...{ name, protocol, algorithm, sticky_sessions, proxy_protocol },
    ...{ target_tag, target_port: target_tag === null ? null : target_port },
    health_check,
  }),
);

function valuesOf({ health_check: check, ...pool }: LoadBalancerPool) {
  const { name, protocol, algorithm, sticky_sessions, proxy_protocol } = pool;
  return {
    ...{ name, protocol, algorithm, sticky_sessions, proxy_protocol, type: check.type, path: check.path },
    expected_statuses: check.expected_statuses.join(", "),
    interval_seconds: String(check.interval_seconds),
    timeout_seconds: String(check.timeout_seconds),
    healthy_threshold: String(check.healthy_threshold),
    unhealthy_threshold: String(check.unhealthy_threshold),
    target_tag: pool.target_tag ?? "",
    target_port: String(pool.target_port ?? 80),
  };
}

/** @param pool undefined for a new one */
export function PoolDialog({
  open,
  onClose,
  loadBalancerId,
  pool,
}: {
  open: boolean;
  onClose: () => void;
  loadBalancerId: string;
  pool: LoadBalancerPool | undefined;
}) {
  const { workspaceId } = useWorkspace();
  const trpc = useTRPC();
  const changed = useChanged();
  const form = useForm(putPool, pool === undefined ? {} : valuesOf(pool));
  const outcome = {
    onSuccess: async ({ name }: { name: string }) => {
      onClose();
      await changed(`Saved ${name}`);
    },
    onError: form.showErrors,
  };
  const create = useMutation(trpc.loadBalancerPool.create.mutationOptions(outcome));
  const update = useMutation(trpc.loadBalancerPool.update.mutationOptions(outcome));
  const submit = form.handleSubmit((sent) => {
    const body = { workspace_id: workspaceId, load_balancer_id: loadBalancerId, ...sent };
    if (pool === undefined) create.mutate(body);
    else update.mutate({ ...body, pool_id: pool.pool_id });
  });
  const http = form.watch("type") === "http";
  const suggestions = useId();
  const tags = useQuery(trpc.overview.tags.queryOptions({ workspace_id: workspaceId, type: "cloud_vm" })).data ?? [];
  const numberField = (
    name: "interval_seconds" | "timeout_seconds" | "healthy_threshold" | "unhealthy_threshold",
    label: string,
  ) => <TextField label={label} inputMode="numeric" {...form.field(name)} />;
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      wide
      title={pool === undefined ? "New pool" : `Edit ${pool.name}`}
      lead="Its protocol, algorithm, health checks, and the tag of its targets."
      action={pool === undefined ? "Create pool" : "Save pool"}
      busy={create.isPending || update.isPending}
      error={create.error ?? update.error}
      onSubmit={(event) => void submit(event)}
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField label="Name" autoComplete="off" {...form.field("name")} />
        <SelectField label="Protocol" {...form.field("protocol")}>
          <option value="http">HTTP</option>
          <option value="https">HTTPS</option>
          <option value="tcp">TCP</option>
          <option value="udp">UDP</option>
        </SelectField>
        <SelectField label="Algorithm" {...form.register("algorithm")}>
          <option value="round_robin">Round robin</option>
          <option value="least_connections">Least connections</option>
          <option value="source_ip">Source IP hash</option>
        </SelectField>
        <SelectField label="Sticky sessions" {...form.field("sticky_sessions")}>
          <option value="none">None</option>
          <option value="source_ip">By source IP</option>
          <option value="cookie">By cookie</option>
        </SelectField>
        <SelectField label="PROXY protocol" {...form.field("proxy_protocol")}>
          <option value="none">None</option>
          <option value="v1">Version 1</option>
          <option value="v2">Version 2</option>
        </SelectField>
        <SelectField
          label="Health check"
          hint={<DocsLink to="healthChecks">About health checks</DocsLink>}
          {...form.register("type")}
        >
          <option value="tcp">TCP connection</option>
          <option value="http">HTTP request</option>
        </SelectField>
        {http && <TextField label="Path" autoComplete="off" {...form.field("path")} />}
        {http && (
          <TextField
            label="Expected statuses"
            hint="Separated by commas, such as 200, 300-399"
            autoComplete="off"
            {...form.field("expected_statuses")}
          />
        )}
        {numberField("interval_seconds", "Interval (seconds)")}
        {numberField("timeout_seconds", "Timeout (seconds)")}
        {numberField("healthy_threshold", "Healthy threshold")}
        {numberField("unhealthy_threshold", "Unhealthy threshold")}
        <TextField
          label="Targets by tag"
          hint="Running VMs with this tag at the load balancer's site are targets. Leave it empty to list targets only."
          autoComplete="off"
          list={suggestions}
          {...form.field("target_tag")}
        />
        <TextField label="Port of targets by tag" inputMode="numeric" {...form.field("target_port")} />
        <datalist id={suggestions}>
          {tags.map((tag) => (
            <option key={tag} value={tag} />
          ))}
        </datalist>
      </div>
    </FormDialog>
  );
}
