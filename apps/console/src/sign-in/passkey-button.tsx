"use client";

import type { ErrorBody } from "@fulmar/contract";
import { Fingerprint } from "lucide-react";
import { useState } from "react";
import { Button } from "@/components/button.tsx";

/** Signs in with a passkey of this browser or of a device nearby. What it needs comes when it is pressed. */
export function PasskeyButton({
  onEntered,
  onRefused,
}: {
  onEntered: () => void;
  onRefused: (problem: ErrorBody | null) => void;
}) {
  const [busy, setBusy] = useState(false);
  const press = async () => {
    setBusy(true);
    const { passkeyRefusal, signInWithPasskey } = await import("@/client/passkeys.ts");
    const detail = passkeyRefusal();
    if (detail !== null) onRefused({ detail, code: "no_passkeys", request_id: "" });
    else {
      const sent = await signInWithPasskey();
      if (sent.ok) onEntered();
      else onRefused(sent.problem);
    }
    setBusy(false);
  };
  return (
    <Button className="w-full" busy={busy} onClick={() => void press()}>
      <Fingerprint className="size-4" aria-hidden />
      Sign in with a passkey
    </Button>
  );
}
