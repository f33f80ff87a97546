"use client";

import { type FirewallRule, type Packet, parseIpv4 } from "@fulmar/contract";
import { CircleCheck, CircleX } from "lucide-react";
import { useState } from "react";
import { Section } from "@/components/facts.tsx";
import { SelectField, TextField } from "@/components/field.tsx";
import type { DraftRule } from "./rule-draft.ts";
import { useRuleWords } from "./rule-words.ts";
import { wouldReach } from "./would-reach.ts";

/** Tests the current or the drafted rules with a hypothetical packet. */
export function Tester({ rules, system }: { rules: readonly DraftRule[]; system: readonly FirewallRule[] }) {
  const [direction, setDirection] = useState<Packet["direction"]>("ingress");
  const [protocol, setProtocol] = useState<Packet["protocol"]>("tcp");
  const [remoteAddress, setRemoteAddress] = useState("");
  const [port, setPort] = useState("22");
  const number = Number(port);
  const portError =
    protocol === "icmp" || (/^\d+$/.test(port) && number >= 1 && number <= 65_535)
      ? undefined
      : "must be from 1 to 65535";
  const addressError =
    remoteAddress === "" || parseIpv4(remoteAddress) !== undefined
      ? undefined
      : "must be an IPv4 address such as 192.0.2.7";
  const ready = remoteAddress !== "" && portError === undefined && addressError === undefined;
  return (
    <Section title="Try the rules" lead="Checks a connection against this group's rules. No traffic is sent.">
      <div
        className="grid items-start gap-4 rounded-lg border border-line bg-surface p-4 shadow-card sm:grid-cols-2
          lg:grid-cols-4"
      >
        <SelectField
          label="Connection"
          value={direction}
          onChange={(event) => setDirection(event.currentTarget.value === "egress" ? "egress" : "ingress")}
        >
          <option value="ingress">In, from this address</option>
          <option value="egress">Out, to this address</option>
        </SelectField>
        <TextField
          label="Address"
          placeholder="192.0.2.7"
          value={remoteAddress}
          error={addressError}
          onChange={(event) => setRemoteAddress(event.currentTarget.value.trim())}
        />
        <SelectField
          label="Protocol"
          value={protocol}
          onChange={(event) => setProtocol(PROTOCOLS.find((name) => name === event.currentTarget.value) ?? "tcp")}
        >
          {PROTOCOLS.map((name) => (
            <option key={name} value={name}>
              {name.toUpperCase()}
            </option>
          ))}
        </SelectField>
        {protocol !== "icmp" && (
          <TextField
            label="Port"
            inputMode="numeric"
            value={port}
            error={portError}
            onChange={(event) => setPort(event.currentTarget.value.trim())}
          />
        )}
        {rules.some((rule) => rule.remote_group_id != null || rule.remote_tag != null) && (
          <p className="text-ink-muted text-xs sm:col-span-2 lg:col-span-4">
            Rules that name a group or a tag are not tried here: which addresses they are for changes with the VMs.
          </p>
        )}
        <p role="status" className="flex items-center gap-2 sm:col-span-2 lg:col-span-4">
          {ready ? (
            <Answer
              verdict={wouldReach(rules, system, {
                direction,
                protocol,
                remoteAddress,
                port: protocol === "icmp" ? null : number,
                // An echo request, which is what ping sends (RFC 792).
                icmp: protocol === "icmp" ? { type: 8, code: 0 } : null,
              })}
            />
          ) : (
            <span className="text-ink-muted">Enter an address to test.</span>
          )}
        </p>
      </div>
    </Section>
  );
}

const PROTOCOLS = ["tcp", "udp", "icmp"] as const;

function Answer({ verdict: { allowed, rule } }: { verdict: ReturnType<typeof wouldReach> }) {
  const describeRule = useRuleWords(rule === undefined ? [] : [rule]);
  return (
    <>
      {allowed ? (
        <CircleCheck className="size-4 shrink-0 text-good" aria-hidden />
      ) : (
        <CircleX className="size-4 shrink-0 text-bad" aria-hidden />
      )}
      <span>
        <span className="font-medium">{allowed ? "Allowed." : "Dropped."}</span>{" "}
        {rule === undefined ? "No rule matches." : `Matching rule: “${describeRule(rule)}”.`}
      </span>
    </>
  );
}
