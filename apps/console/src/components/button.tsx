"use client";

import { Download, LoaderCircle } from "lucide-react";
import Link, { type LinkProps } from "next/link";
import type { ComponentProps, ReactNode } from "react";
import { useHeldPress } from "./held-press.ts";
import { Hint } from "./hint.tsx";
import { notify } from "./toast-store.ts";

type Look = "primary" | "secondary" | "quiet" | "remove" | "danger";

const SHAPE =
  "inline-flex h-9 shrink-0 items-center justify-center gap-2 whitespace-nowrap rounded-md px-3.5 text-sm " +
  "font-medium transition-colors aria-disabled:cursor-not-allowed aria-disabled:opacity-50 " +
  "disabled:opacity-50 in-[td]:h-8 in-[td]:px-2.5";
/** The same button in every row of a table would dominate it, so it has no frame there. */
const IN_ROWS = "in-[td]:border-transparent in-[td]:bg-transparent in-[td]:shadow-none";

const LOOK: Readonly<Record<Look, string>> = {
  primary: "bg-primary text-on-primary not-aria-disabled:hover:bg-primary-hover",
  secondary: `border border-line-strong bg-surface text-ink shadow-card not-aria-disabled:hover:bg-hover ${IN_ROWS}`,
  quiet: "text-ink-muted not-aria-disabled:hover:bg-hover not-aria-disabled:hover:text-ink",
  /** Opens a confirmation. `danger` is the style of the button that confirms. */
  remove: `border border-line-strong bg-surface text-bad shadow-card not-aria-disabled:hover:bg-bad-soft ${IN_ROWS}`,
  danger: "bg-danger text-white not-aria-disabled:hover:bg-danger-hover",
};

type ButtonProps = Omit<ComponentProps<"button">, "disabled"> & {
  readonly look?: Look;
  /** Shows a spinner and ignores clicks. */
  readonly busy?: boolean;
  /**
   * Why the button is disabled, or null if it is enabled. A button is never disabled without a reason: it stays in the
   * tab order, shows the reason on hover and focus, and on a click too.
   */
  readonly refusal?: string | null;
  readonly children: ReactNode;
};

export function Button({
  look = "secondary",
  busy = false,
  refusal = null,
  className = "",
  type = "button",
  onClick,
  children,
  ...rest
}: ButtonProps) {
  const inert = busy || refusal !== null;
  const press = useHeldPress();
  return (
    <Hint text={refusal}>
      {(hint) => (
        <button
          {...press}
          {...rest}
          {...hint}
          type={type}
          aria-disabled={inert || undefined}
          aria-busy={busy || undefined}
          onClick={(event) => {
            if (!inert) return onClick?.(event);
            event.preventDefault();
            if (refusal !== null) notify.failed("Not possible now", refusal);
          }}
          className={`${SHAPE} ${LOOK[look]} ${className}`}
        >
          {busy && <LoaderCircle className="size-4 animate-spin" aria-hidden />}
          {children}
        </button>
      )}
    </Hint>
  );
}

/** A link that looks like a button. With a refusal it does not navigate and shows the reason. */
export function ButtonLink<Route extends string>({
  look = "secondary",
  refusal = null,
  children,
  ...link
}: LinkProps<Route> & { look?: Look; refusal?: string | null; children: ReactNode }) {
  if (refusal !== null) {
    return (
      <Button look={look} refusal={refusal}>
        {children}
      </Button>
    );
  }
  return (
    <Link {...link} className={`${SHAPE} ${LOOK[look]}`}>
      {children}
    </Link>
  );
}

/** A link to a file that looks like a button. */
export function DownloadLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <a href={href} download className={`${SHAPE} ${LOOK.secondary}`}>
      <Download className="size-4" aria-hidden />
      {children}
    </a>
  );
}
