"use client";

import type { CreateFirewallRule, ReachabilityOutcome, ReachabilityWay } from "@fulmar/contract";
import { useMutation } from "@tanstack/react-query";
import { CircleCheck, CircleX } from "lucide-react";
import { type FormEvent, useState } from "react";
import { problemOf } from "@/client/problem.ts";
import { useTRPC } from "@/client/trpc.ts";
import { Button } from "@/components/button.tsx";
import { Section } from "@/components/facts.tsx";
import { SelectField, TextField } from "@/components/field.tsx";
import { ProblemNotice } from "@/components/problem-panel.tsx";
import { useWorkspace } from "@/shell/workspace.tsx";
import { useVms } from "@/vms/listed-vms.tsx";

const PROTOCOLS = ["tcp", "udp", "icmp"] as const;
const INTERNET = "internet";
/** The choice by which an address is typed. */
const ADDRESS = "address";

/** Unsaved rules of a firewall group. */
export interface PlannedRules {
  readonly firewall_group_id: string;
  readonly rules: CreateFirewallRule[];
}

/**
 * Asks whether somebody can reach somebody else, and shows what decides. No traffic is sent.
 * @param to the VM that is chosen at first
 * @param planned rules with which it is answered, too
 */
export function ReachabilityPanel({ to: first = "", planned }: { to?: string; planned?: PlannedRules }) {
  const { workspaceId } = useWorkspace();
  const trpc = useTRPC();
  const [from, setFrom] = useState(INTERNET);
  const [to, setTo] = useState(first);
  const [protocol, setProtocol] = useState<(typeof PROTOCOLS)[number]>("tcp");
  const check = useMutation(trpc.reachability.check.mutationOptions());
  const ask = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const text = (name: string) => String(form.get(name) ?? "").trim();
    check.mutate({
      workspace_id: workspaceId,
      ...endOf("from", from, text("from_address")),
      ...endOf("to", to, text("to_address")),
      protocol,
      ...(protocol !== "icmp" && { port: Number(text("port")) }),
      ...planned,
    });
  };
  const problem = check.error ? problemOf(check.error) : undefined;
  const errorOf = (...names: string[]) => problem?.errors?.find(({ field }) => names.includes(field))?.message;
  return (
    <Section
      title="Can it reach?"
      lead="Checks networks, addresses, port forwards and firewall groups. No traffic is sent."
    >
      <form noValidate onSubmit={ask} className="space-y-4 rounded-lg border border-line bg-surface p-4 shadow-card">
        {problem && <ProblemNotice problem={problem} />}
        <div className="grid items-start gap-4 sm:grid-cols-2 lg:grid-cols-4">
          <End label="From" name="from" value={from} onChange={setFrom} errorOf={errorOf} />
          <End label="To" name="to" value={to} onChange={setTo} errorOf={errorOf} />
          <SelectField
            label="Protocol"
            value={protocol}
            onChange={(event) => setProtocol(PROTOCOLS.find((name) => name === event.currentTarget.value) ?? "tcp")}
          >
            {PROTOCOLS.map((name) => (
              <option key={name} value={name}>
                {name === "icmp" ? "ICMP (ping)" : name.toUpperCase()}
              </option>
            ))}
          </SelectField>
          {protocol !== "icmp" && (
            <TextField label="Port" name="port" inputMode="numeric" defaultValue="22" error={errorOf("port")} />
          )}
        </div>
        <Button
          type="submit"
          busy={check.isPending}
          refusal={from === "" || to === "" ? "Choose who sends and who receives." : null}
        >
          Check
        </Button>
        <div role="status" className="space-y-4">
          {check.data && (
            <>
              <Outcome
                outcome={check.data}
                title={check.data.planned === null ? undefined : "With the rules in force"}
              />
              {check.data.planned && <Outcome outcome={check.data.planned} title="With the draft" />}
              {check.data.pending_changes && (
                <p className="text-ink-muted text-xs">The site has yet to apply changes of these networks.</p>
              )}
            </>
          )}
        </div>
      </form>
    </Section>
  );
}

function endOf(end: "from" | "to", choice: string, typed: string) {
  if (choice !== INTERNET && choice !== ADDRESS) return end === "from" ? { from_vm_id: choice } : { to_vm_id: choice };
  const address = choice === INTERNET ? INTERNET : typed;
  return end === "from" ? { from_address: address } : { to_address: address };
}

/** Who sends or receives: a VM, an address or the internet. */
function End({
  label,
  name,
  value,
  onChange,
  errorOf,
}: {
  label: string;
  name: "from" | "to";
  value: string;
  onChange: (value: string) => void;
  errorOf: (...names: string[]) => string | undefined;
}) {
  const vms = [...useVms().values()].toSorted((one, other) => one.name.localeCompare(other.name));
  const error = errorOf(`${name}_vm_id`, `${name}_address`);
  return (
    <div className="space-y-3">
      <SelectField
        label={label}
        value={value}
        error={value === ADDRESS ? undefined : error}
        onChange={(event) => onChange(event.currentTarget.value)}
      >
        <option value="">Choose</option>
        <option value={INTERNET}>The internet</option>
        <option value={ADDRESS}>An address</option>
        {vms.map((vm) => (
          <option key={vm.id} value={vm.id}>
            {vm.name}
          </option>
        ))}
      </SelectField>
      {value === ADDRESS && (
        <TextField label={`${label} address`} name={`${name}_address`} placeholder="192.0.2.7" error={error} />
      )}
    </div>
  );
}

function Outcome({
  outcome: { reachable, message, ways },
  title,
}: {
  outcome: ReachabilityOutcome;
  title?: string | undefined;
}) {
  return (
    <div className="space-y-2">
      {title !== undefined && <h3 className="text-ink-muted text-xs">{title}</h3>}
      <p className="flex items-start gap-2">
        <Mark good={reachable} />
        <span>
          <span className="font-medium">{reachable ? "Reachable." : "Not reachable."}</span> {message}
        </span>
      </p>
      {ways.map((way) => (
        <Way key={`${way.address} ${way.port}`} way={way} />
      ))}
    </div>
  );
}

function Way({ way: { address, port, steps } }: { way: ReachabilityWay }) {
  const place = port === null ? address : `${address}, port ${port}`;
  return (
    <details className="ml-6 text-ink-muted">
      <summary className="cursor-pointer">What decides at {place}</summary>
      <ol aria-label={`What decides at ${place}`} className="mt-1.5 space-y-1.5">
        {steps.map((step) => (
          <li key={`${step.id} ${step.message}`} className="flex items-start gap-2 [overflow-wrap:anywhere]">
            <Mark good={step.passes} />
            {step.message}
          </li>
        ))}
      </ol>
    </details>
  );
}

function Mark({ good }: { good: boolean }) {
  return good ? (
    <CircleCheck className="mt-0.5 size-4 shrink-0 text-good" aria-hidden />
  ) : (
    <CircleX className="mt-0.5 size-4 shrink-0 text-bad" aria-hidden />
  );
}
