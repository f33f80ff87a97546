"use client";

import type { Profile } from "@fulmar/contract";
import Link from "next/link";
import type { ReactNode } from "react";
import { AfterNavigation, afterPage } from "./after-page.tsx";
import { DocumentationLink } from "./documentation-link.tsx";
import { useInstallation } from "./installation.tsx";
import { Logo } from "./logo.tsx";
import { ProfileProvider } from "./profile.tsx";
import { SkipLink } from "./skip-link.tsx";
import { AccountTrigger } from "./triggers.tsx";

const AccountMenu = afterPage(async () => (await import("./account-menu.tsx")).AccountMenu, AccountTrigger);

/** The frame for users without a workspace: their account and a link to the start page. */
export function OutsideShell({ profile, children }: { profile: Profile; children: ReactNode }) {
  return (
    <ProfileProvider profile={profile}>
      <div className="grid min-h-dvh grid-rows-[auto_1fr]">
        <SkipLink />
        <header
          className="sticky top-0 z-30 flex h-14 items-center justify-between border-line border-b bg-canvas px-4
            md:px-6"
        >
          <Link href="/" aria-label={`${useInstallation().name}, to the start`} className="rounded-md">
            <Logo />
          </Link>
          <div className="flex items-center gap-2">
            <DocumentationLink />
            <AccountMenu />
          </div>
        </header>
        <AfterNavigation />
        <main id="content" tabIndex={-1} className="min-w-0 bg-surface px-4 py-6 outline-none md:px-8 md:py-8">
          <div className="mx-auto max-w-3xl">{children}</div>
        </main>
      </div>
    </ProfileProvider>
  );
}
