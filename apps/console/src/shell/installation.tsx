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
