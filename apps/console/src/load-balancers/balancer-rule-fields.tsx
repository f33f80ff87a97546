"use client";

import type { LoadBalancerPool } from "@fulmar/contract";
import type { UseFormReturn } from "react-hook-form";
import { SelectField, TextField } from "@/components/field.tsx";
import type { BalancerRuleValues } from "./balancer-rule-values.ts";
import { toBalancerRule } from "./balancer-rule-values.ts";
import { conditionWords, deedWords } from "./rule-words.ts";

/** The fields of one rule: which requests it holds for, and what is done with them. */
export function BalancerRuleFields({
  form,
  pools,
}: {
  form: UseFormReturn<BalancerRuleValues>;
  pools: readonly LoadBalancerPool[];
}) {
  const values = form.watch();
  const { errors } = form.formState;
  const rule = toBalancerRule(values);
  const poolName = (id: string) => pools.find(({ pool_id }) => pool_id === id)?.name ?? "…";
  return (
    <fieldset className="space-y-4 rounded-lg border border-line p-4">
      <legend className="px-1 font-medium">Rule</legend>
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          label="Host"
          placeholder="*.example.com"
          hint="Empty: any"
          autoComplete="off"
          error={errors.host?.message}
          {...form.register("host")}
        />
        <div className="grid grid-cols-[8rem_1fr] gap-2">
          <SelectField label="Match" {...form.register("path_match")}>
            <option value="prefix">Prefix</option>
            <option value="exact">Exact</option>
          </SelectField>
          <TextField
            label="Path"
            placeholder="/api"
            hint="Empty: any"
            autoComplete="off"
            error={errors.path?.message}
            {...form.register("path")}
          />
        </div>
        <TextField
          label="Header"
          placeholder="X-Beta"
          hint="Empty: any"
          autoComplete="off"
          error={errors.header?.message}
          {...form.register("header")}
        />
        <TextField label="Header's value" autoComplete="off" {...form.register("header_value")} />
        <SelectField label="Then" {...form.register("kind")}>
          <option value="pool">to a pool</option>
          <option value="https">redirect to HTTPS</option>
          <option value="url">redirect to a URL</option>
        </SelectField>
        {values.kind === "pool" ? (
          <SelectField label="Pool" error={errors.pool_id?.message} {...form.register("pool_id")}>
            <option value="">Choose a pool</option>
            {pools.map(({ pool_id, name }) => (
              <option key={pool_id} value={pool_id}>
                {name}
              </option>
            ))}
          </SelectField>
        ) : (
          <SelectField label="Status" {...form.register("status")}>
            <option value="301">301, for good</option>
            <option value="302">302, for now</option>
            <option value="307">307, for now, same method</option>
            <option value="308">308, for good, same method</option>
          </SelectField>
        )}
        {values.kind === "url" && (
          <TextField
            label="URL"
            placeholder="https://www.example.com/new"
            autoComplete="off"
            error={errors.redirect?.message}
            {...form.register("redirect")}
          />
        )}
      </div>
      <p aria-live="polite" className="text-ink-muted">
        <span className="inline-block first-letter:uppercase">{conditionWords(rule)}</span> →{" "}
        {deedWords(rule, poolName)}
      </p>
    </fieldset>
  );
}
