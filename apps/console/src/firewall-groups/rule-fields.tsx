"use client";

import type { UseFormReturn } from "react-hook-form";
import { CheckOption } from "@/components/check-option.tsx";
import { SelectField, TextArea, TextField } from "@/components/field.tsx";
import { type RuleValues, toRule } from "./rule-values.ts";
import { ruleWarnings } from "./rule-warnings.ts";
import { ruleWords } from "./rule-words.ts";

/** The fields of one rule, and what they come to in words. */
export function RuleFields({ form, withPriority }: { form: UseFormReturn<RuleValues>; withPriority: boolean }) {
  const values = form.watch();
  const { errors } = form.formState;
  const ported = values.protocol === "tcp" || values.protocol === "udp";
  const rule = toRule(values);
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-3">
        <SelectField label="Action" {...form.register("action")}>
          <option value="allow">Allow</option>
          <option value="drop">Drop</option>
        </SelectField>
        <SelectField label="Direction" {...form.register("direction")}>
          <option value="ingress">In, to the VM</option>
          <option value="egress">Out, from the VM</option>
        </SelectField>
        <SelectField label="Protocol" {...form.register("protocol")}>
          <option value="tcp">TCP</option>
          <option value="udp">UDP</option>
          <option value="icmp">ICMP</option>
          <option value="any">Any</option>
        </SelectField>
      </div>
      {ported && (
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField
            label="Port"
            inputMode="numeric"
            hint="Empty for every port"
            error={errors.port_start?.message}
            {...form.register("port_start")}
          />
          <TextField
            label="Last port"
            inputMode="numeric"
            hint="For a range of ports"
            error={errors.port_end?.message}
            {...form.register("port_end")}
          />
        </div>
      )}
      <TextArea
        label={values.direction === "egress" ? "To" : "From"}
        rows={2}
        hint="Addresses or networks, one per line. 0.0.0.0/0 is anywhere."
        error={errors.remote_targets?.message}
        {...form.register("remote_targets")}
      />
      <TextField
        label="Description"
        autoComplete="off"
        error={errors.description?.message}
        {...form.register("description")}
      />
      {withPriority && (
        <TextField
          label="Priority"
          inputMode="numeric"
          hint="Lower ones come first. Empty: behind the others."
          error={errors.priority?.message}
          {...form.register("priority")}
        />
      )}
      <CheckOption label="On" hint="A rule that is off stays here and decides nothing." {...form.register("enabled")} />
      <div className="rounded-md bg-canvas px-3.5 py-3" aria-live="polite">
        <p className="font-medium">{ruleWords(rule)}</p>
        {ruleWarnings(rule, []).map((warning) => (
          <p key={warning} className="mt-1 text-warn text-xs">
            {warning}
          </p>
        ))}
      </div>
    </>
  );
}
