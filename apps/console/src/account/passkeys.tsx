"use client";

import type { PasskeyRecord } from "@fulmar/contract";
import { useQueryClient } from "@tanstack/react-query";
import { Fingerprint } from "lucide-react";
import { useState } from "react";
import { onDemand } from "@/client/on-demand.tsx";
import { addPasskey, passkeyRefusal } from "@/client/passkeys.ts";
import { useTRPC } from "@/client/trpc.ts";
import { Button } from "@/components/button.tsx";
import { columnsOf, DataTable, hiddenTitle } from "@/components/data-table.tsx";
import { DateTime } from "@/components/date-time.tsx";
import { DeleteAction } from "@/components/delete-action.tsx";
import { Section } from "@/components/facts.tsx";
import { TextField } from "@/components/field.tsx";
import { Panel } from "@/components/problem-panel.tsx";
import { notify } from "@/components/toast-store.ts";

const RenamePasskey = onDemand(async () => (await import("./rename-passkey.tsx")).RenamePasskey);

const column = columnsOf<PasskeyRecord>();

const columns = [
  column("name", "Name", (original) => <span className="font-medium">{original.name}</span>),
  column("backup", "Kept", (original) => (original.backed_up ? "with a copy elsewhere" : "on one device only")),
  column("created", "Added", (original) => <DateTime iso={original.created_at} />),
  column("actions", hiddenTitle("Actions"), (original) => <PasskeyMenu passkey={original} />),
];

export function Passkeys({ passkeys }: { passkeys: readonly PasskeyRecord[] }) {
  return (
    <Section
      title="Passkeys"
      lead="Sign in with a device's fingerprint, face or PIN, without a password or code."
      actions={<AddPasskey />}
    >
      {passkeys.length === 0 ? (
        <Panel icon={<Fingerprint className="size-5" aria-hidden />} title="No passkeys yet">
          <p>A passkey cannot be guessed or phished. Add one on each of your devices, unless they sync passkeys.</p>
        </Panel>
      ) : (
        <DataTable label="Your passkeys" columns={columns} rows={passkeys} keyOf={(passkey) => passkey.passkey_id} />
      )}
    </Section>
  );
}

function PasskeyMenu({ passkey }: { passkey: PasskeyRecord }) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  return (
    <DeleteAction
      deletion={trpc.account.removePasskey}
      input={{ passkey_id: passkey.passkey_id }}
      plan={null}
      onDeleted={() => {
        notify.done(`Removed ${passkey.name}`, "Delete it on the device too.");
        return queryClient.invalidateQueries(trpc.account.pathFilter());
      }}
      verb="Remove"
      what="passkey"
      name={passkey.name}
      lead="It can no longer be used to sign in."
      refusal={null}
      row={passkey.name}
      others={[{ label: "Rename", refusal: null, dialog: (state) => <RenamePasskey passkey={passkey} {...state} /> }]}
    />
  );
}

const PasswordDialog = onDemand(async () => (await import("./password-dialog.tsx")).PasswordDialog<unknown>);

function AddPasskey() {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const [asked, setAsked] = useState(false);
  const [open, setOpen] = useState(false);
  const [name, setName] = useState("");
  const ask = () => {
    const refusal = passkeyRefusal();
    if (refusal !== null) return notify.failed("Not possible here", refusal);
    setAsked(true);
    setOpen(true);
  };
  return (
    <>
      <Button onClick={ask}>Add a passkey</Button>
      {asked && (
        <PasswordDialog
          open={open}
          onClose={() => setOpen(false)}
          title="Add a passkey"
          lead="Enter your password. Then your browser asks where to keep the passkey."
          action="Continue"
          onPassword={(password) => addPasskey({ name: name.trim() === "" ? "Passkey" : name, password })}
          onDone={() => {
            notify.done("Added the passkey");
            setName("");
            void queryClient.invalidateQueries(trpc.account.pathFilter());
          }}
        >
          <TextField
            label="Name"
            autoComplete="off"
            maxLength={63}
            hint="For example, the device it is on"
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
          />
        </PasswordDialog>
      )}
    </>
  );
}
