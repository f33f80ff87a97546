"use client";

import { Toast } from "@base-ui/react/toast";
import { CircleAlert, CircleCheck, X } from "lucide-react";
import type { ReactNode } from "react";

const manager = Toast.createToastManager();

/** Says what has happened, wherever the reader is by then. Errors stay longer. */
export const notify = {
  done: (title: string, description?: ReactNode) => manager.add({ type: "done", title, description }),
  failed: (title: string, description?: ReactNode) => manager.add({ type: "failed", title, description, timeout: 12_000, priority: "high" }),
};

export function Toasts({ children }: { children: ReactNode }) {
  return (
    <Toast.Provider toastManager={manager} limit={4}>
      {children}
      <Toast.Portal>
        <Toast.Viewport className="fixed inset-x-4 bottom-4 z-50 flex flex-col gap-2 sm:left-auto sm:w-96">
          <ToastList />
        </Toast.Viewport>
      </Toast.Portal>
    </Toast.Provider>
  );
}

function ToastList() {
  const { toasts } = Toast.useToastManager();
  return toasts.map((toast) => (
    <Toast.Root
      key={toast.id}
      toast={toast}
      swipeDirection={["right", "down"]}
      className="rounded-lg border border-line bg-raised shadow-raised transition-[opacity,translate] duration-200 data-ending-style:translate-x-4 data-ending-style:opacity-0 data-starting-style:translate-y-3 data-starting-style:opacity-0"
    >
      <Toast.Content className="flex items-start gap-3 p-3.5">
        {toast.type === "failed" ? (
          <CircleAlert className="mt-0.5 size-4 shrink-0 text-bad" aria-hidden />
        ) : (
          <CircleCheck className="mt-0.5 size-4 shrink-0 text-good" aria-hidden />
        )}
        <div className="min-w-0 flex-1">
          <Toast.Title className="font-medium" />
          <Toast.Description className="text-ink-muted [overflow-wrap:anywhere]" />
        </div>
        <Toast.Close aria-label="Dismiss" className="rounded p-0.5 text-ink-subtle hover:text-ink">
          <X className="size-4" aria-hidden />
        </Toast.Close>
      </Toast.Content>
    </Toast.Root>
  ));
}
