"use client";

import { helpOf, useInstallation } from "@/shell/installation.tsx";

/** Whom to ask, and the terms, where operators have set them. */
export function HelpLinks() {
  const links = helpOf(useInstallation());
  if (links.length === 0) return null;
  return (
    <p className="flex gap-4 text-xs">
      {links.map(({ label, href }) => (
        <a key={label} href={href} className="text-ink-muted underline hover:text-ink">
          {label}
        </a>
      ))}
    </p>
  );
}
