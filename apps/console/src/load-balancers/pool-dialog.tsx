"use client";

import type { LoadBalancerPool } from "@fulmar/contract";
import { useMutation } from "@tanstack/react-query";
import { useForm } from "react-hook-form";
import { contractResolver, showFieldErrors } from "@/client/form.ts";
import { problemOf } from "@/client/problem.ts";
import { partsOf } from "@/client/text-list.ts";
import { useTRPC } from "@/client/trpc.ts";
import { SelectField, TextField } from "@/components/field.tsx";
import { FormDialog } from "@/components/form-dialog.tsx";
import { useChanged } from "@/shell/use-changed.ts";
import { useWorkspace } from "@/shell/workspace.tsx";

const schema = async () => (await import("./pool-schema.ts")).PoolForm;

interface Values extends Pick<LoadBalancerPool, "name" | "protocol" | "algorithm" | "sticky_sessions"> {
  readonly type: LoadBalancerPool["health_check"]["type"];
  readonly path: string;
  readonly expected_statuses: string;
  readonly interval_seconds: string;
  readonly timeout_seconds: string;
  readonly healthy_threshold: string;
  readonly unhealthy_threshold: string;
}

const FIELDS = [
  ...(["name", "protocol", "algorithm", "sticky_sessions", "type", "path", "expected_statuses"] as const),
  ...(["interval_seconds", "timeout_seconds", "healthy_threshold", "unhealthy_threshold"] as const),
];
const NEW: Values = {
  ...{
    name: "",
    protocol: "http",
    algorithm: "round_robin",
    sticky_sessions: "none",
    type: "tcp",
    path: "/",
    expected_statuses: "200-399",
  },
  ...{ interval_seconds: "10", timeout_seconds: "5", healthy_threshold: "2", unhealthy_threshold: "3" },
};

function valuesOf({ name, protocol, algorithm, sticky_sessions, health_check: check }: LoadBalancerPool): Values {
  return {
    ...{
      name,
      protocol,
      algorithm,
      sticky_sessions,
      type: check.type,
      path: check.path,
      expected_statuses: check.expected_statuses.join(", "),
    },
    ...{ interval_seconds: String(check.interval_seconds), timeout_seconds: String(check.timeout_seconds) },
    ...{ healthy_threshold: String(check.healthy_threshold), unhealthy_threshold: String(check.unhealthy_threshold) },
  };
}

const checkOf = (values: Values) => ({
  ...{ type: values.type, path: values.path, expected_statuses: partsOf(values.expected_statuses, ",") },
  ...{ interval_seconds: Number(values.interval_seconds), timeout_seconds: Number(values.timeout_seconds) },
  ...{ healthy_threshold: Number(values.healthy_threshold), unhealthy_threshold: Number(values.unhealthy_threshold) },
});
const settingsOf = ({ name, protocol, algorithm, sticky_sessions }: Values) => ({
  name: name.trim(),
  protocol,
  algorithm,
  sticky_sessions,
});

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
  const form = useForm<Values>({
    resolver: contractResolver(schema, (values) => ({ ...settingsOf(values), ...checkOf(values) })),
    defaultValues: pool === undefined ? NEW : valuesOf(pool),
  });
  const { errors } = form.formState;
  const outcome = {
    onSuccess: async ({ name }: { name: string }) => {
      onClose();
      await changed(`Saved ${name}`);
    },
    onError: (error: unknown) => {
      const found = problemOf(error).errors?.map(({ field, message }) => ({
        field: field.replace(/^health_check\./, ""),
        message,
      }));
      showFieldErrors(found, FIELDS, form.setError);
    },
  };
  const create = useMutation(trpc.loadBalancerPool.create.mutationOptions(outcome));
  const update = useMutation(trpc.loadBalancerPool.update.mutationOptions(outcome));
  const submit = form.handleSubmit((values) => {
    const body = {
      workspace_id: workspaceId,
      load_balancer_id: loadBalancerId,
      ...settingsOf(values),
      health_check: checkOf(values),
    };
    if (pool === undefined) create.mutate(body);
    else update.mutate({ ...body, pool_id: pool.pool_id });
  });
  const http = form.watch("type") === "http";
  const number = (
    name: "interval_seconds" | "timeout_seconds" | "healthy_threshold" | "unhealthy_threshold",
    label: string,
  ) => <TextField label={label} inputMode="numeric" error={errors[name]?.message} {...form.register(name)} />;
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      wide
      title={pool === undefined ? "New pool" : `Edit ${pool.name}`}
      lead="What its targets speak, how they take turns, and how they are looked after."
      action={pool === undefined ? "Create pool" : "Save pool"}
      busy={create.isPending || update.isPending}
      error={create.error ?? update.error}
      onSubmit={(event) => void submit(event)}
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField label="Name" autoComplete="off" error={errors.name?.message} {...form.register("name")} />
        <SelectField label="Targets speak" error={errors.protocol?.message} {...form.register("protocol")}>
          <option value="http">HTTP</option>
          <option value="https">HTTPS</option>
          <option value="tcp">TCP</option>
          <option value="udp">UDP</option>
        </SelectField>
        <SelectField label="Turns" {...form.register("algorithm")}>
          <option value="round_robin">Each in turn</option>
          <option value="least_connections">Fewest connections</option>
          <option value="source_ip">By the visitor's address</option>
        </SelectField>
        <SelectField
          label="Sticky sessions"
          error={errors.sticky_sessions?.message}
          {...form.register("sticky_sessions")}
        >
          <option value="none">None</option>
          <option value="source_ip">By the visitor's address</option>
          <option value="cookie">By a cookie</option>
        </SelectField>
        <div className={http ? "" : "sm:col-span-2"}>
          <SelectField label="Health check" {...form.register("type")}>
            <option value="tcp">A connection (TCP)</option>
            <option value="http">A request (HTTP)</option>
          </SelectField>
        </div>
        {http && <TextField label="Path" autoComplete="off" error={errors.path?.message} {...form.register("path")} />}
        {http && (
          <div className="sm:col-span-2">
            <TextField
              label="Expected statuses"
              hint="Separated by commas, such as 200, 300-399"
              autoComplete="off"
              error={errors.expected_statuses?.message}
              {...form.register("expected_statuses")}
            />
          </div>
        )}
        {number("interval_seconds", "Every (seconds)")}
        {number("timeout_seconds", "Waiting (seconds)")}
        {number("healthy_threshold", "Well after")}
        {number("unhealthy_threshold", "Not well after")}
      </div>
    </FormDialog>
  );
}
