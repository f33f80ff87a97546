"use client";

import { Dialog } from "@base-ui/react/dialog";
import { X } from "lucide-react";
import { usePathname } from "next/navigation";
import { type ReactNode, useState } from "react";
import { Logo } from "./logo.tsx";
import { DrawerTrigger } from "./triggers.tsx";

/** The navigation on narrow screens. */
export function NavigationDrawer({ defaultOpen, children }: { defaultOpen: boolean; children: ReactNode }) {
  const path = usePathname();
  // The path on which it was opened: the drawer closes when the path changes.
  const [openAt, setOpenAt] = useState(defaultOpen ? path : null);
  return (
    <Dialog.Root
      open={openAt === path}
      onOpenChange={(open) => setOpenAt(open ? path : null)}
      // After a navigation, the focus goes to the page and not back to the button.
      onOpenChangeComplete={(open) => {
        if (!open && openAt !== null) document.getElementById("content")?.focus({ preventScroll: true });
      }}
    >
      <Dialog.Trigger render={<DrawerTrigger />} />
      <Dialog.Portal>
        <Dialog.Backdrop
          className="fixed inset-0 z-40 bg-black/40 transition-opacity data-ending-style:opacity-0
            data-starting-style:opacity-0"
        />
        <Dialog.Popup
          finalFocus={() => openAt === null}
          className="fixed inset-y-0 left-0 z-40 w-72 overflow-y-auto border-line border-r bg-canvas p-3 shadow-raised
            transition-transform duration-200 data-ending-style:-translate-x-full
            data-starting-style:-translate-x-full"
        >
          <div className="mb-4 flex items-center justify-between px-2 pt-1">
            <Dialog.Title render={<span />}>
              <Logo />
            </Dialog.Title>
            <Dialog.Close aria-label="Close navigation" className="rounded p-1 text-ink-muted hover:bg-hover">
              <X className="size-5" aria-hidden />
            </Dialog.Close>
          </div>
          {children}
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
