import Link, { type LinkProps } from "next/link";
import type { ReactNode } from "react";
import { Logo } from "@/shell/logo.tsx";

/** The frame of the pages before sign-in. */
export function Entrance({ title, lead, children }: { title: string; lead: string; children: ReactNode }) {
  return (
    <main className="grid min-h-dvh place-items-center px-4 py-12">
      <div className="w-full max-w-sm">
        <Logo />
        <h1 className="mt-8 font-semibold text-2xl tracking-tight">{title}</h1>
        <p className="mt-1.5 text-ink-muted">{lead}</p>
        <div className="mt-8">{children}</div>
        <p className="mt-8">
          <a href="/docs" className="rounded text-ink-muted text-sm underline-offset-2 hover:text-ink hover:underline">
            Documentation
          </a>
        </p>
      </div>
    </main>
  );
}

/** A link to another of these pages, in line with the left edge of the form. */
export function EntranceLink<Route extends string>({ children, ...link }: LinkProps<Route> & { children: ReactNode }) {
  return (
    <p>
      <Link
        {...link}
        className="rounded font-medium text-ink-muted text-sm underline-offset-2 hover:text-ink hover:underline"
      >
        {children}
      </Link>
    </p>
  );
}
