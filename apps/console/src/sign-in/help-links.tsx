"use client";

import { useInstallation } from "@/shell/installation.tsx";

/** Whom to ask, and the terms, where operators have set them. */
export function HelpLinks() {
  const { support_email, support_url, terms_url } = useInstallation();
  const help = support_url ?? (support_email === null ? null : `mailto:${support_email}`);
  const links = [
    ["Help", help],
    ["Terms of service", terms_url],
  ] as const;
  if (help === null && terms_url === null) return null;
  return (
    <p className="flex gap-4 text-xs">
      {links.map(
        ([label, href]) =>
          href !== null && (
            <a key={label} href={href} className="text-ink-muted underline hover:text-ink">
              {label}
            </a>
          ),
      )}
    </p>
  );
}
