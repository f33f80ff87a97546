"use client";

import type { Profile } from "@fulmar/contract";
import {
  BadgeCheck,
  Banknote,
  Building2,
  Contact,
  Database,
  Eye,
  FileClock,
  FileText,
  Gauge,
  HandCoins,
  HeartPulse,
  History,
  KeyRound,
  LayoutDashboard,
  LogOut,
  Megaphone,
  Percent,
  RadioTower,
  ScanSearch,
  Server,
  Settings,
  Tags,
  UsersRound,
  Webhook,
} from "lucide-react";
import Link from "next/link";
import { usePathname } from "next/navigation";
import type { ReactNode } from "react";
import { afterPage } from "@/shell/after-page.tsx";
import { DocumentationLink } from "@/shell/documentation-link.tsx";
import { Frame } from "@/shell/frame.tsx";
import { NavigationList } from "@/shell/navigation-list.tsx";
import { ProfileProvider } from "@/shell/profile.tsx";
import { AccountTrigger } from "@/shell/triggers.tsx";
import { FindForm } from "./find/find-form.tsx";

const AccountMenu = afterPage(async () => (await import("@/shell/account-menu.tsx")).AccountMenu, AccountTrigger);

const PAGES = [
  { label: "Overview", href: "/operator", icon: LayoutDashboard },
  { label: "Health", href: "/operator/health", icon: HeartPulse },
  { label: "Find", href: "/operator/find", icon: ScanSearch },
  { label: "Organizations", href: "/operator/organizations", icon: Building2 },
  { label: "People", href: "/operator/people", icon: Contact },
  { label: "Catalog", href: "/operator/catalog", icon: Tags },
  { label: "Prices", href: "/operator/prices", icon: Banknote },
  { label: "Payments", href: "/operator/payments", icon: HandCoins },
  { label: "Invoices", href: "/operator/invoices", icon: FileText },
  { label: "Operations", href: "/operator/operations", icon: History },
  { label: "Sites", href: "/operator/sites", icon: Server },
  { label: "Edges", href: "/operator/edges", icon: RadioTower },
  { label: "Regions", href: "/operator/regions", icon: Database },
  { label: "Certificates", href: "/operator/certificates", icon: BadgeCheck },
  { label: "Webhooks", href: "/operator/webhooks", icon: Webhook },
  { label: "Announcements", href: "/operator/announcements", icon: Megaphone },
  { label: "Operators", href: "/operator/operators", icon: UsersRound },
  { label: "Tokens", href: "/operator/tokens", icon: KeyRound },
  { label: "Tax", href: "/operator/tax", icon: Percent },
  { label: "Quotas", href: "/operator/quotas", icon: Gauge },
  { label: "Settings", href: "/operator/settings", icon: Settings },
  { label: "Views", href: "/operator/views", icon: Eye },
  { label: "Activity", href: "/operator/activity", icon: FileClock },
] as const;

/** The frame around the pages of who runs the installation. They belong to no workspace. */
export function OperatorShell({ profile, children }: { profile: Profile; children: ReactNode }) {
  const path = usePathname();
  const isHere = (href: string) => path === href || (href !== "/operator" && path.startsWith(`${href}/`));
  const entries = PAGES.map((page) => ({ ...page, here: isHere(page.href) }));
  return (
    <ProfileProvider profile={profile}>
      <Frame
        navigation={<NavigationList groups={[{ label: "Installation", entries }]} />}
        header={
          <>
            <span className="truncate px-2.5 font-medium">Operator</span>
            <div className="flex-1" />
            {path !== "/operator/find" && <FindForm label="Find anything" className="w-56 shrink max-md:hidden" />}
            <Link
              href="/"
              className="flex h-9 shrink-0 items-center gap-2 rounded-md px-2.5 text-ink-muted hover:bg-hover hover:text-ink"
            >
              <LogOut className="size-4" aria-hidden />
              <span className="max-sm:sr-only">Back to your workspace</span>
            </Link>
            <DocumentationLink />
            <AccountMenu />
          </>
        }
      >
        {children}
      </Frame>
    </ProfileProvider>
  );
}
