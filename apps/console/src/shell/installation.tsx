"use client";

import type { SeenSettings } from "@fulmar/contract";
import { createContext, type ReactNode, use } from "react";

const SettingsContext = createContext<SeenSettings | null>(null);

/** Provides the installation's settings to all pages. */
export function InstallationProvider({ settings, children }: { settings: SeenSettings; children: ReactNode }) {
  return <SettingsContext value={settings}>{children}</SettingsContext>;
}

export function useInstallation(): SeenSettings {
  const settings = use(SettingsContext);
  if (settings === null) throw new Error("the page has no settings");
  return settings;
}

/** Where an installation sends who needs help, and its terms. What operators have not set is left out. */
export function helpOf({ support_email, support_url, terms_url }: SeenSettings) {
  const help = support_url ?? (support_email === null ? null : `mailto:${support_email}`);
  return [
    { label: "Help", href: help },
    { label: "Terms of service", href: terms_url },
  ].flatMap(({ label, href }) => (href === null ? [] : [{ label, href }]));
}
