"use client";

import type { NewSecondFactor } from "@fulmar/contract";
import { useQueryClient } from "@tanstack/react-query";
import { TriangleAlert } from "lucide-react";
import { useState } from "react";
import { onDemand } from "@/client/on-demand.tsx";
import { send } from "@/client/send.ts";
import { useTRPC } from "@/client/trpc.ts";
import { Button } from "@/components/button.tsx";
import { CopyBlock } from "@/components/copy-block.tsx";
import { DialogButton } from "@/components/dialog-button.tsx";
import { Section } from "@/components/facts.tsx";
import { StatusBadge } from "@/components/status-badge.tsx";
import { notify } from "@/components/toast-store.ts";

type NewCodes = Pick<NewSecondFactor, "recovery_codes">;

/** The dialogs and the form code load with the first press. */
const passwordDialog = async () => (await import("./password-dialog.tsx")).PasswordDialog;
const SetUp = onDemand(async () => (await passwordDialog())<NewSecondFactor>);
const NewRecoveryCodes = onDemand(async () => (await passwordDialog())<NewCodes>);
const TurnOff = onDemand(async () => (await passwordDialog())<unknown>);
const ScanSecret = onDemand(async () => (await import("./scan-secret.tsx")).ScanSecret);

/**
 * Manages the authenticator app: setup in two steps, recovery codes shown once, and turning it off. Each asks for the
 * password.
 */
export function SecondFactor({ on }: { on: boolean }) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const [made, setMade] = useState<NewSecondFactor | null>(null);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const refresh = () => void queryClient.invalidateQueries(trpc.account.pathFilter());
  const turnedOff = () => {
    setCodes(null);
    notify.done("The authenticator app is off");
    refresh();
  };
  return (
    <Section
      title="Authenticator app"
      lead="Asks for a code from an app after your password."
      actions={on ? <Change onCodes={setCodes} onOff={turnedOff} /> : made === null && <Begin onMade={setMade} />}
    >
      <div className="space-y-5 rounded-lg border border-line bg-surface p-5 shadow-card">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          {on ? <StatusBadge tone="good">on</StatusBadge> : <StatusBadge tone="quiet">off</StatusBadge>}
          <p className="text-ink-muted">
            {on ? "Nobody can sign in with your password alone." : "Anyone with your password can sign in."}
          </p>
        </div>
        {made !== null && (
          <ScanSecret
            uri={made.totp_uri}
            onCancel={() => setMade(null)}
            onConfirmed={() => {
              setMade(null);
              setCodes(made.recovery_codes);
              refresh();
            }}
          />
        )}
        {codes !== null && <RecoveryCodes codes={codes} onDone={() => setCodes(null)} />}
      </div>
    </Section>
  );
}

function Begin({ onMade }: { onMade: (made: NewSecondFactor) => void }) {
  return (
    <DialogButton
      look="primary"
      dialog={(state) => (
        <SetUp
          {...state}
          title="Set up an authenticator app"
          lead="Enter your password first."
          action="Continue"
          onPassword={(password) => send("POST", "/api/second-factor", { password })}
          onDone={onMade}
        />
      )}
    >
      Set up
    </DialogButton>
  );
}

function Change({ onCodes, onOff }: { onCodes: (codes: readonly string[]) => void; onOff: () => void }) {
  return (
    <>
      <DialogButton
        dialog={(state) => (
          <NewRecoveryCodes
            {...state}
            title="New recovery codes"
            lead="Your current codes stop working."
            action="Generate new codes"
            onPassword={(password) => send("POST", "/api/second-factor/recovery-codes", { password })}
            onDone={({ recovery_codes }) => onCodes(recovery_codes)}
          />
        )}
      >
        New recovery codes
      </DialogButton>
      <DialogButton
        look="remove"
        dialog={(state) => (
          <TurnOff
            {...state}
            title="Turn the authenticator app off?"
            lead="After that, your password alone is enough to sign in."
            action="Turn off"
            onPassword={(password) => send("DELETE", "/api/second-factor", { password })}
            onDone={onOff}
          />
        )}
      >
        Turn off
      </DialogButton>
    </>
  );
}

/** The recovery codes, which work once each without the app. They are shown once. */
function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const [saved, setSaved] = useState(false);
  return (
    <div className="max-w-md space-y-4">
      <p role="status" className="flex gap-3 rounded-md border border-warn/30 bg-warn-soft px-3.5 py-3">
        <TriangleAlert className="mt-0.5 size-4 shrink-0 text-warn" aria-hidden />
        Save these codes now: each signs you in once without the app, and they are never shown again.
      </p>
      <CopyBlock label="Recovery codes" text={codes.join("\n")} />
      <label className="flex items-center gap-2.5">
        <input
          type="checkbox"
          checked={saved}
          onChange={(event) => setSaved(event.currentTarget.checked)}
          className="size-4 accent-accent"
        />
        I have saved the codes
      </label>
      <Button
        look="primary"
        refusal={saved ? null : "Save the codes first: they are not shown again."}
        onClick={onDone}
      >
        Done
      </Button>
    </div>
  );
}
