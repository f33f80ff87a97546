"use client";

import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useTRPC } from "@/client/trpc.ts";
import { Button } from "@/components/button.tsx";
import { Confirm } from "@/components/confirm.tsx";
import { useWorkspace } from "@/shell/workspace.tsx";

export function LeaveOrganization() {
  const { organization, profile } = useWorkspace();
  const { organization_id, name } = organization;
  const trpc = useTRPC();
  const [open, setOpen] = useState(false);
  // Loaded afresh: nothing of the organization stays in the browser's memory.
  const leave = useMutation(trpc.member.remove.mutationOptions({ onSuccess: () => window.location.assign("/") }));
  return (
    <>
      <Button look="remove" onClick={() => setOpen(true)}>
        Leave {name}
      </Button>
      <Confirm
        open={open}
        onClose={() => setOpen(false)}
        title={`Leave ${name}?`}
        lead="Your next request is refused. To come back you need an invitation."
        action="Leave organization"
        typeName={name}
        busy={leave.isPending}
        error={leave.error}
        onConfirm={() => leave.mutate({ organization_id, user_id: profile.user_id })}
      />
    </>
  );
}
