"use client";

import type { OperatorSettings } from "@fulmar/contract";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { onDemand } from "@/client/on-demand.tsx";
import { useTRPC } from "@/client/trpc.ts";
import { DialogButton, type DialogState } from "@/components/dialog-button.tsx";
import { Facts, FactsSkeleton, Section } from "@/components/facts.tsx";
import { Loaded } from "@/components/loaded.tsx";
import { PageHeader } from "@/components/page-header.tsx";
import { useOperatorRefusal } from "../use-refusal.ts";

const dialogs = () => import("./settings-dialogs.tsx");
const EditLook = onDemand(async () => (await dialogs()).EditLook);
const ChooseLogo = onDemand(async () => (await dialogs()).ChooseLogo);
const RemoveLogo = onDemand(async () => (await dialogs()).RemoveLogo);
const EditHelp = onDemand(async () => (await dialogs()).EditHelp);
const EditCurrency = onDemand(async () => (await dialogs()).EditCurrency);
const EditDunning = onDemand(async () => (await dialogs()).EditDunning);
const EditSignUp = onDemand(async () => (await dialogs()).EditSignUp);
const SignOnSection = onDemand(async () => (await import("./sign-on-section.tsx")).SignOnSection);
const MailSection = onDemand(async () => (await import("./mail-section.tsx")).MailSection);

const SIGN_UP_WORDS = {
  open: "everybody who signs in by single sign-on",
  invited: "people with an invitation",
  domains: "people with an invitation, and addresses of these domains",
} as const satisfies Record<OperatorSettings["sign_up"], string>;

const MAKER_WORDS = { everyone: "everybody", operators: "operators" } as const satisfies Record<
  OperatorSettings["new_organizations"],
  string
>;

/** What operators choose for the whole installation. */
export function SettingsPage() {
  const query = useQuery(useTRPC().operatorSettings.get.queryOptions());
  return (
    <>
      <PageHeader title="Settings" lead="What the cloud is called and looks like, whom to ask, and who may sign up." />
      <Loaded query={query} skeleton={<FactsSkeleton />}>
        {(settings) => (
          <div className="space-y-10">
            <Look settings={settings} />
            <Part
              title="Help"
              lead="Shown where people need somebody to ask, and in mails."
              action="Edit help"
              dialog={(state) => <EditHelp settings={settings} {...state} />}
            >
              <Facts
                label="Whom to ask"
                facts={[
                  ["Support e-mail", settings.support_email ?? NONE],
                  ["Support page", settings.support_url ?? NONE],
                  ["Terms of service", settings.terms_url ?? NONE],
                ]}
              />
            </Part>
            <Part
              title="Currency"
              lead="Prices, wallets and invoices are in it. Prices keep their numbers when it changes."
              action="Change currency"
              refusal={settings.currency_fixed}
              dialog={(state) => <EditCurrency settings={settings} {...state} />}
            >
              {settings.currency_fixed !== null && <p className="mb-3 text-ink-muted">{settings.currency_fixed}</p>}
              <Facts
                label="Currency of the installation"
                facts={[
                  ["Currency", settings.currency],
                  ["Decimals on invoices", String(settings.currency_decimals)],
                ]}
              />
            </Part>
            <Part
              title="Due dates"
              lead="When invoices are due, and what is done about those that stay unpaid."
              action="Edit due dates"
              dialog={(state) => <EditDunning settings={settings} {...state} />}
            >
              <Facts
                label="Invoices and dunning"
                facts={[
                  ["Days until due", String(settings.invoice_due_days)],
                  ["Days until reminders", settings.reminder_days.join(", ") || NONE],
                  ["Days until suspension", settings.dunning_suspension_days ?? "never"],
                ]}
              />
            </Part>
            <Part
              title="Sign-up"
              lead="An invitation is always enough."
              action="Edit sign-up"
              dialog={(state) => <EditSignUp settings={settings} {...state} />}
            >
              <Facts
                label="Who may sign up"
                facts={[
                  ["An account is for", SIGN_UP_WORDS[settings.sign_up]],
                  ["Domains", settings.sign_up_domains.join(", ") || NONE],
                  ["Organizations are made by", MAKER_WORDS[settings.new_organizations]],
                ]}
              />
            </Part>
            <SignOnSection />
            <MailSection />
          </div>
        )}
      </Loaded>
    </>
  );
}

const NONE = <span className="text-ink-subtle">none</span>;

function Part({
  title,
  lead,
  action,
  refusal = null,
  dialog,
  children,
}: {
  title: string;
  lead: string;
  action: string;
  /** Why nobody may change it. */
  refusal?: string | null;
  dialog: (state: DialogState) => ReactNode;
  children: ReactNode;
}) {
  const role = useOperatorRefusal();
  return (
    <Section
      title={title}
      lead={lead}
      actions={
        <DialogButton refusal={role ?? refusal} dialog={dialog}>
          {action}
        </DialogButton>
      }
    >
      {children}
    </Section>
  );
}

function Look({ settings }: { settings: OperatorSettings }) {
  const { name, accent, logo_version } = settings;
  const refusal = useOperatorRefusal();
  const noLogo = logo_version === null ? "There is no logo to remove." : null;
  return (
    <Section
      title="Name and look"
      lead="On every page, in mails and on invoices."
      actions={
        <>
          <DialogButton refusal={refusal} dialog={(state) => <EditLook settings={settings} {...state} />}>
            Edit name and colour
          </DialogButton>
          <DialogButton refusal={refusal} dialog={(state) => <ChooseLogo {...state} />}>
            Choose logo
          </DialogButton>
          <DialogButton refusal={refusal ?? noLogo} dialog={(state) => <RemoveLogo {...state} />}>
            Remove logo
          </DialogButton>
        </>
      }
    >
      <Facts
        label="Name, colour and logo"
        facts={[
          ["Name", name],
          ["Colour", accent === null ? "the console's own" : <Swatch key="accent" colour={accent} />],
          [
            "Logo",
            logo_version === null ? (
              NONE
            ) : (
              // biome-ignore lint/performance/noImgElement: the logo is small and served as it is
              <img key="logo" src={`/api/logo?${logo_version}`} alt={`Logo of ${name}`} className="max-h-8 max-w-32" />
            ),
          ],
        ]}
      />
    </Section>
  );
}

function Swatch({ colour }: { colour: string }) {
  return (
    <span className="inline-flex items-center gap-2">
      <svg viewBox="0 0 16 16" className="size-4" aria-hidden="true">
        <rect width="16" height="16" rx="4" fill={colour} />
      </svg>
      {colour}
    </span>
  );
}
