"use client";

import { Dialog } from "@base-ui/react/dialog";
import { Menu as MenuIcon, X } from "lucide-react";
import { usePathname } from "next/navigation";
import { type ReactNode, useEffect, useState } from "react";
import { AccountMenu } from "./account-menu.tsx";
import { Logo } from "./logo.tsx";
import { Navigation } from "./navigation.tsx";
import { WorkspaceSwitcher } from "./workspace-switcher.tsx";

/** What stays while pages change: navigation by family, where one is, who one is. */
export function Shell({ children }: { children: ReactNode }) {
  return (
    <div className="grid min-h-dvh grid-rows-[auto_1fr] md:grid-cols-[15rem_1fr]">
      <a
        href="#content"
        className="sr-only z-50 rounded-md bg-primary px-4 py-2 font-medium text-on-primary focus:not-sr-only focus:fixed focus:top-2 focus:left-2"
      >
        Skip to content
      </a>
      <div className="sticky top-0 hidden h-14 items-center border-line border-r border-b bg-canvas px-5 md:flex">
        <Logo />
      </div>
      <header className="sticky top-0 z-30 flex h-14 items-center gap-2 border-line border-b bg-canvas/90 px-3 backdrop-blur md:px-6">
        <MobileNavigation />
        <WorkspaceSwitcher />
        <div className="flex-1" />
        <AccountMenu />
      </header>
      <aside className="hidden border-line border-r bg-canvas md:block">
        <div className="sticky top-14 p-3">
          <Navigation />
        </div>
      </aside>
      <main id="content" tabIndex={-1} className="min-w-0 bg-surface px-4 py-6 outline-none md:px-8 md:py-8">
        <div className="mx-auto max-w-6xl">{children}</div>
      </main>
    </div>
  );
}

function MobileNavigation() {
  const [open, setOpen] = useState(false);
  const path = usePathname();
  // A page was chosen: the drawer has done its work.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the path is the signal, not an input
  useEffect(() => setOpen(false), [path]);
  return (
    <Dialog.Root open={open} onOpenChange={setOpen}>
      <Dialog.Trigger aria-label="Open navigation" className="grid size-9 place-items-center rounded-md text-ink-muted hover:bg-hover md:hidden">
        <MenuIcon className="size-5" aria-hidden />
      </Dialog.Trigger>
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 z-40 bg-black/40 transition-opacity data-ending-style:opacity-0 data-starting-style:opacity-0" />
        <Dialog.Popup className="fixed inset-y-0 left-0 z-40 w-72 border-line border-r bg-canvas p-3 shadow-raised transition-transform duration-200 data-ending-style:-translate-x-full data-starting-style:-translate-x-full">
          <div className="mb-4 flex items-center justify-between px-2 pt-1">
            <Dialog.Title render={<span />}>
              <Logo />
            </Dialog.Title>
            <Dialog.Close aria-label="Close navigation" className="rounded p-1 text-ink-muted hover:bg-hover">
              <X className="size-5" aria-hidden />
            </Dialog.Close>
          </div>
          <Navigation />
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
