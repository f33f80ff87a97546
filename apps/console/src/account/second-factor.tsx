"use client";

import type { NewSecondFactor } from "@fulmar/contract";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { send } from "@/client/send.ts";
import { useTRPC } from "@/client/trpc.ts";
import { Button } from "@/components/button.tsx";
import { Section } from "@/components/facts.tsx";
import { StatusBadge } from "@/components/status-badge.tsx";
import { notify } from "@/components/toast-store.ts";
import { PasswordDialog } from "./password-dialog.tsx";
import { RecoveryCodes } from "./recovery-codes.tsx";
import { ScanSecret } from "./scan-secret.tsx";

type Question = "set-up" | "turn-off" | "renew";

/** An authenticator app: set up in two steps, its recovery codes shown once, turned off again. Each asks for the password. */
export function SecondFactor({ on }: { on: boolean }) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const [question, setQuestion] = useState<Question | null>(null);
  const [made, setMade] = useState<NewSecondFactor | null>(null);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const refresh = () => queryClient.invalidateQueries(trpc.account.pathFilter());
  const asking = (about: Question) => ({ open: question === about, onClose: () => setQuestion(null) });

  return (
    <Section
      title="Authenticator app"
      lead="Asks for a code from an app after your password."
      actions={
        on ? (
          <>
            <Button onClick={() => setQuestion("renew")}>New recovery codes</Button>
            <Button look="remove" onClick={() => setQuestion("turn-off")}>
              Turn off
            </Button>
          </>
        ) : (
          made === null && (
            <Button look="primary" onClick={() => setQuestion("set-up")}>
              Set up
            </Button>
          )
        )
      }
    >
      <div className="space-y-5 rounded-lg border border-line bg-surface p-5 shadow-card">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          {on ? <StatusBadge tone="good">on</StatusBadge> : <StatusBadge tone="quiet">off</StatusBadge>}
          <p className="text-ink-muted">{on ? "Whoever has your password alone does not get in." : "Whoever has your password gets in."}</p>
        </div>
        {made !== null && (
          <ScanSecret
            uri={made.totp_uri}
            onCancel={() => setMade(null)}
            onConfirmed={() => {
              setMade(null);
              setCodes(made.recovery_codes);
              void refresh();
            }}
          />
        )}
        {codes !== null && <RecoveryCodes codes={codes} onDone={() => setCodes(null)} />}
      </div>
      <PasswordDialog<NewSecondFactor>
        {...asking("set-up")}
        title="Set up an authenticator app"
        lead="First, your password again."
        action="Continue"
        onPassword={(password) => send("POST", "/api/second-factor", { password })}
        onDone={setMade}
      />
      <PasswordDialog<Pick<NewSecondFactor, "recovery_codes">>
        {...asking("renew")}
        title="New recovery codes"
        lead="The codes that you have are worth nothing from then on."
        action="Make new codes"
        onPassword={(password) => send("POST", "/api/second-factor/recovery-codes", { password })}
        onDone={({ recovery_codes }) => setCodes(recovery_codes)}
      />
      <PasswordDialog
        {...asking("turn-off")}
        title="Turn the authenticator app off?"
        lead="From then on your password alone signs in."
        action="Turn off"
        onPassword={(password) => send("DELETE", "/api/second-factor", { password })}
        onDone={() => {
          setCodes(null);
          notify.done("The authenticator app is off");
          void refresh();
        }}
      />
    </Section>
  );
}
