"use client";

import { nameOfRole, type OperatorSignInProvider } from "@fulmar/contract";
import { useQuery } from "@tanstack/react-query";
import { onDemand } from "@/client/on-demand.tsx";
import { useTRPC } from "@/client/trpc.ts";
import { DialogButton } from "@/components/dialog-button.tsx";
import { Facts, FactsSkeleton, Section } from "@/components/facts.tsx";
import { Loaded } from "@/components/loaded.tsx";
import { useOperatorRefusal } from "../use-refusal.ts";
import { CheckSingleSignOn } from "./check-single-sign-on.tsx";

const dialogs = () => import("./sign-on-dialogs.tsx");
const SetSignOn = onDemand(async () => (await dialogs()).SetSignOn);
const RemoveSignOn = onDemand(async () => (await dialogs()).RemoveSignOn);

const ON_HOST = "Single sign-on is set on the host; change FULMAR_SSO_ISSUER there, or remove it.";

/** The sign-in provider, who may change it, and a check of it. */
export function SignOnSection() {
  const query = useQuery(useTRPC().operatorSingleSignOn.get.queryOptions());
  const role = useOperatorRefusal();
  const onHost = query.data?.source === "host" ? ON_HOST : null;
  const none = query.data?.source === "settings" ? null : "There is no single sign-on to remove.";
  return (
    <Section
      title="Single sign-on"
      lead="Sign-in by an OpenID Connect provider. The check asks it how it is used. Nobody is signed in."
      actions={
        query.data && (
          <>
            <DialogButton refusal={role ?? onHost} dialog={(state) => <SetSignOn provider={query.data} {...state} />}>
              Set single sign-on
            </DialogButton>
            <DialogButton refusal={role ?? onHost ?? none} dialog={(state) => <RemoveSignOn {...state} />}>
              Remove single sign-on
            </DialogButton>
          </>
        )
      }
    >
      <div className="space-y-4">
        <Loaded query={query} skeleton={<FactsSkeleton />}>
          {(provider) => <ProviderFacts provider={provider} />}
        </Loaded>
        <CheckSingleSignOn />
      </div>
    </Section>
  );
}

function ProviderFacts({ provider }: { provider: OperatorSignInProvider }) {
  const { source, issuer, client_id, name, domains, organization_id, role, passwords_off } = provider;
  if (source === "none") return <p className="text-ink-muted">There is no provider, so people sign in by password.</p>;
  return (
    <Facts
      label="Sign-in provider"
      facts={[
        ["Set", source === "host" ? "on the host" : "on this page"],
        ["Name", name],
        ["Issuer", issuer],
        ["Client id", client_id],
        ["Domains", domains.join(", ") || "all that the provider has verified"],
        ["New users join", organization_id ?? "by invitations"],
        ["As", organization_id === null ? null : role && nameOfRole(role)],
        ["Passwords", passwords_off ? "refused" : "taken too"],
      ]}
    />
  );
}
