import { GeistMono } from "geist/font/mono";
import { GeistSans } from "geist/font/sans";
import type { Metadata, Viewport } from "next";
import { headers } from "next/headers";
import type { ReactNode } from "react";
import { currentSettings } from "@/server/settings.ts";
import { accentStyle } from "@/shell/accent-style.ts";
import { InstallationProvider } from "@/shell/installation.tsx";
import { THEME_SCRIPT } from "@/shell/theme-script.ts";
import { Providers } from "./providers.tsx";
import "./globals.css";

export async function generateMetadata(): Promise<Metadata> {
  const { name } = await currentSettings();
  return { title: { template: `%s · ${name}`, default: name }, robots: { index: false } };
}
export const viewport: Viewport = { width: "device-width", initialScale: 1 };

export default async function RootLayout({ children }: { children: ReactNode }) {
  const [settings, nonce] = await Promise.all([
    currentSettings(),
    headers().then((sent) => sent.get("x-nonce") ?? undefined),
  ]);
  return (
    <html
      lang="en"
      className={`${GeistSans.variable} ${GeistMono.variable}`}
      style={accentStyle(settings.accent)}
      suppressHydrationWarning
    >
      <head>
        {/* Runs before the first paint, so that no page flashes in the other theme. The text is a constant. */}
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: the script is a constant of this repository */}
        <script nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: THEME_SCRIPT }} />
      </head>
      <body>
        <Providers nonce={nonce}>
          <InstallationProvider settings={settings}>{children}</InstallationProvider>
        </Providers>
      </body>
    </html>
  );
}
