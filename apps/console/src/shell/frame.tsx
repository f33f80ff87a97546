"use client";

import type { ReactNode } from "react";
import { onDemand } from "@/client/on-demand.tsx";
import { AfterNavigation, afterPage } from "./after-page.tsx";
import { FocusKeeper } from "./focus-keeper.tsx";
import { Logo } from "./logo.tsx";
import { NavigationProgress } from "./navigation-progress.tsx";
import { useProfile } from "./profile.tsx";
import { SkipLink } from "./skip-link.tsx";
import { DrawerTrigger } from "./triggers.tsx";

const NavigationDrawer = afterPage<{ children: ReactNode }>(
  async () => (await import("./navigation-drawer.tsx")).NavigationDrawer,
  DrawerTrigger,
);

const Announcements = onDemand(async () => (await import("./announcements.tsx")).Announcements);

/**
 * The frame around pages with a navigation, which is at their side, or in a drawer on narrow screens.
 * @param header the controls above the page
 */
export function Frame({
  navigation,
  header,
  children,
}: {
  navigation: ReactNode;
  header: ReactNode;
  children: ReactNode;
}) {
  const { acting, announcements } = useProfile();
  return (
    <div className="grid min-h-dvh grid-rows-[auto_1fr] md:grid-cols-[15rem_1fr]">
      <SkipLink />
      <aside className="row-span-2 hidden border-line border-r bg-canvas md:block">
        <div className="sticky top-0 flex max-h-dvh flex-col">
          <div className="flex h-14 shrink-0 items-center border-line border-b px-5">
            <Logo />
          </div>
          <div className="overflow-y-auto p-3">{navigation}</div>
        </div>
      </aside>
      <header className="sticky top-0 z-30 flex h-14 min-w-0 items-center gap-2 border-line border-b bg-canvas px-3 md:px-6">
        <NavigationProgress />
        <NavigationDrawer>{navigation}</NavigationDrawer>
        {header}
      </header>
      <AfterNavigation />
      <FocusKeeper />
      <main id="content" tabIndex={-1} className="min-w-0 bg-surface px-4 py-6 outline-none md:px-8 md:py-8">
        <div className="mx-auto max-w-6xl pb-(--dock)">
          {(acting !== null || announcements.some(({ closed }) => !closed)) && <Announcements />}
          {children}
        </div>
      </main>
    </div>
  );
}
