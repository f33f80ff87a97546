"use client";

import { LONGEST_NAME } from "@fulmar/contract";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { onDemand } from "@/client/on-demand.tsx";
import { addPasskey, passkeyRefusal } from "@/client/passkeys.ts";
import { useTRPC } from "@/client/trpc.ts";
import { Button } from "@/components/button.tsx";
import { TextField } from "@/components/field.tsx";
import { notify } from "@/components/toast-store.ts";

/** Comes when it is asked for first. */
const PasswordDialog = onDemand(async () => (await import("./password-dialog.tsx")).PasswordDialog<unknown>);

export function AddPasskey() {
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
          lead="Your password again, then the browser asks where to keep the passkey."
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
            maxLength={LONGEST_NAME}
            hint="Such as the device that holds it"
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
          />
        </PasswordDialog>
      )}
    </>
  );
}
