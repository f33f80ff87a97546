"use client";

import { useRouter } from "next/navigation";
import { type FormEvent, useState } from "react";
import { Button } from "@/components/button.tsx";
import { TextField } from "@/components/field.tsx";

/** The last part of an invitation's link, or of what was copied of it. */
const LINK = /(?:^|\/invitations\/)([\w-]{20,200})\/?$/;

/** Leads to the invitation that a pasted link stands for. */
export function OpenInvitation() {
  const router = useRouter();
  const [text, setText] = useState("");
  const [problem, setProblem] = useState<string>();
  const open = (event: FormEvent) => {
    event.preventDefault();
    const [, token] = LINK.exec(text.trim()) ?? [];
    if (token === undefined) setProblem("is none of an invitation, which ends in /invitations/ and a long text");
    else router.push(`/invitations/${token}`);
  };
  return (
    <form onSubmit={open} noValidate className="space-y-4">
      <TextField
        label="Link of the invitation"
        autoComplete="off"
        error={problem}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <Button type="submit" look="primary">
        Open invitation
      </Button>
    </form>
  );
}
