"use client";

import type { OperatorMail } from "@fulmar/contract";
import { useQuery } from "@tanstack/react-query";
import { onDemand } from "@/client/on-demand.tsx";
import { useTRPC } from "@/client/trpc.ts";
import { DialogButton } from "@/components/dialog-button.tsx";
import { Facts, FactsSkeleton, Section } from "@/components/facts.tsx";
import { Loaded } from "@/components/loaded.tsx";
import { useOperatorRefusal } from "../use-refusal.ts";
import { TestMail } from "./test-mail.tsx";

const dialogs = () => import("./mail-dialogs.tsx");
const SetMailServer = onDemand(async () => (await dialogs()).SetMailServer);
const RemoveMailServer = onDemand(async () => (await dialogs()).RemoveMailServer);

const ON_HOST = "The mail server is set on the host; change FULMAR_SMTP_URL there, or remove it.";

const ENCRYPTION_WORDS = {
  starttls: "STARTTLS",
  tls: "TLS",
  none: "where the server offers it",
} as const satisfies Record<NonNullable<OperatorMail["encryption"]>, string>;

/** The mail server, who may change it, and a test mail. */
export function MailSection() {
  const query = useQuery(useTRPC().operatorMail.get.queryOptions());
  const role = useOperatorRefusal();
  const onHost = query.data?.source === "host" ? ON_HOST : null;
  const none = query.data?.source === "settings" ? null : "There is no mail server to remove.";
  return (
    <Section
      title="Mail"
      lead="What sends mails. A test mail goes to your own address."
      actions={
        query.data && (
          <>
            <DialogButton refusal={role ?? onHost} dialog={(state) => <SetMailServer server={query.data} {...state} />}>
              Set mail server
            </DialogButton>
            <DialogButton refusal={role ?? onHost ?? none} dialog={(state) => <RemoveMailServer {...state} />}>
              Remove mail server
            </DialogButton>
          </>
        )
      }
    >
      <div className="space-y-4">
        <Loaded query={query} skeleton={<FactsSkeleton />}>
          {(server) => <ServerFacts server={server} />}
        </Loaded>
        <TestMail />
      </div>
    </Section>
  );
}

function ServerFacts({ server }: { server: OperatorMail }) {
  const { source, host, port, encryption, username, password_set, sender } = server;
  if (source === "none") return <p className="text-ink-muted">There is no mail server, so no mail is sent.</p>;
  if (source === "files")
    return (
      <p className="text-ink-muted">Mails are written to files, as in development, until there is a mail server.</p>
    );
  return (
    <Facts
      label="Mail server"
      facts={[
        ["Set", source === "host" ? "on the host" : "on this page"],
        ["Server", `${host} at port ${port}`],
        ["Encryption", encryption && ENCRYPTION_WORDS[encryption]],
        ["Login", username === null ? "none" : `${username}${password_set ? ", with a password" : ""}`],
        ["Sender", sender],
      ]}
    />
  );
}
