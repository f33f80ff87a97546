"use client";

import type { ReactNode } from "react";
import { onDemand } from "@/client/on-demand.tsx";
import { UploadTrayHost } from "@/objects/upload-tray-host.tsx";
import { AfterNavigation, afterPage } from "./after-page.tsx";
import { ConnectionSign } from "./connection-sign.tsx";
import { DocumentationLink } from "./documentation-link.tsx";
import { FocusKeeper } from "./focus-keeper.tsx";
import { Logo } from "./logo.tsx";
import { Navigation } from "./navigation.tsx";
import { NavigationProgress } from "./navigation-progress.tsx";
import { PaletteHost } from "./palette-host.tsx";
import { Shortcuts } from "./shortcuts.tsx";
import { SkipLink } from "./skip-link.tsx";
import { AccountTrigger, DrawerTrigger, TrayTrigger, WorkspaceTrigger } from "./triggers.tsx";

const AccountMenu = afterPage(async () => (await import("./account-menu.tsx")).AccountMenu, AccountTrigger);
const WorkspaceSwitcher = afterPage(
  async () => (await import("./workspace-switcher.tsx")).WorkspaceSwitcher,
  WorkspaceTrigger,
);
const NavigationDrawer = afterPage(
  async () => (await import("./navigation-drawer.tsx")).NavigationDrawer,
  DrawerTrigger,
);
const OperationsTray = afterPage(async () => (await import("./operations-tray.tsx")).OperationsTray, TrayTrigger);
const LiveConnection = onDemand(async () => (await import("./live-connection.tsx")).LiveConnection);

/** The frame around all pages: navigation, workspace and account. */
export function Shell({ children }: { children: ReactNode }) {
  return (
    <div className="grid min-h-dvh grid-rows-[auto_1fr] md:grid-cols-[15rem_1fr]">
      <SkipLink />
      <aside className="row-span-2 hidden border-line border-r bg-canvas md:block">
        <div className="sticky top-0 flex max-h-dvh flex-col">
          <div className="flex h-14 shrink-0 items-center border-line border-b px-5">
            <Logo />
          </div>
          <div className="overflow-y-auto p-3">
            <Navigation />
          </div>
        </div>
      </aside>
      <header className="sticky top-0 z-30 flex h-14 min-w-0 items-center gap-2 border-line border-b bg-canvas px-3 md:px-6">
        <NavigationProgress />
        <NavigationDrawer />
        <WorkspaceSwitcher />
        <div className="flex-1" />
        <ConnectionSign />
        <PaletteHost />
        <OperationsTray />
        <DocumentationLink />
        <AccountMenu />
      </header>
      <AfterNavigation />
      <FocusKeeper />
      <LiveConnection />
      <Shortcuts />
      <main id="content" tabIndex={-1} className="min-w-0 bg-surface px-4 py-6 outline-none md:px-8 md:py-8">
        <div className="mx-auto max-w-6xl pb-(--dock)">{children}</div>
      </main>
      <UploadTrayHost />
    </div>
  );
}
