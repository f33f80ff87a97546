"use client";

import { Building2, Mail } from "lucide-react";
import { useRouter } from "next/navigation";
import { type FormEvent, type ReactNode, useState } from "react";
import { Button } from "@/components/button.tsx";
import { TextField } from "@/components/field.tsx";
import { PageHeader } from "@/components/page-header.tsx";
import { NewOrganizationButton } from "@/settings/new-organization.tsx";
import { useProfile } from "@/shell/profile.tsx";

/** For a user without an organization: join one or create one. */
export function NoWorkspacePage() {
  const { email } = useProfile();
  return (
    <>
      <PageHeader
        title="No workspace yet"
        lead="Resources live in workspaces, and workspaces belong to organizations. You do not belong to any yet."
      />
      <div className="grid gap-4 md:grid-cols-2">
        <Way icon={<Mail className="size-5" aria-hidden />} title="Join an organization">
          <p className="mb-4 text-ink-muted">
            Ask an owner or admin to invite{" "}
            <span className="[overflow-wrap:anywhere] font-medium text-ink">{email}</span>. They give you a link: open
            it, or paste it here.
          </p>
          <OpenInvitation />
        </Way>
        <Way icon={<Building2 className="size-5" aria-hidden />} title="Create an organization">
          <p className="mb-4 text-ink-muted">It has its own members, workspaces and wallet. You are its first owner.</p>
          <NewOrganizationButton />
        </Way>
      </div>
    </>
  );
}

function Way({ icon, title, children }: { icon: ReactNode; title: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="rounded-lg border border-line bg-surface p-5 shadow-card">
      <div className="mb-3 flex items-center gap-3">
        <span className="grid size-9 place-items-center rounded-lg border border-line bg-canvas text-ink-muted">
          {icon}
        </span>
        <h2 className="font-semibold text-base">{title}</h2>
      </div>
      {children}
    </section>
  );
}

/** The last part of an invitation's link, or of a copied fragment of it. */
const LINK = /(?:^|\/invitations\/)([\w-]{20,200})\/?$/;

/** Opens the invitation of a pasted link. */
function OpenInvitation() {
  const router = useRouter();
  const [text, setText] = useState("");
  const [problem, setProblem] = useState<string>();
  const open = (event: FormEvent) => {
    event.preventDefault();
    const [, token] = LINK.exec(text.trim()) ?? [];
    if (token === undefined) setProblem("is not an invitation link: one ends in /invitations/ and a long code");
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
