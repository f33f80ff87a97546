"use client";

import type { FormInUse } from "@/client/form.ts";
import { CheckOption } from "@/components/check-option.tsx";
import type { createFirewallGroup } from "./create-firewall-group.ts";
import { PRESETS } from "./rule-presets.ts";

/** The ports that a new group opens to everyone. */
export function InboundPresets({ form }: { form: FormInUse<typeof createFirewallGroup> }) {
  return (
    <fieldset>
      <legend className="font-medium">Allow from anywhere</legend>
      <div className="mt-1.5 flex flex-wrap gap-x-5 gap-y-2">
        {PRESETS.map(([name]) => (
          <CheckOption key={name} label={name} value={name} {...form.register("inbound")} />
        ))}
      </div>
      <p className="mt-1.5 text-ink-muted text-xs">You can change these rules, and limit them to addresses, later.</p>
    </fieldset>
  );
}
