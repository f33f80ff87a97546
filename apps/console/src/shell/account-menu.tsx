"use client";

import { Menu } from "@base-ui/react/menu";
import { Check, CircleHelp, FileText, LogOut, Monitor, Moon, ShieldCheck, Sun, UserRound, Wrench } from "lucide-react";
import Link from "next/link";
import { useState, useSyncExternalStore } from "react";
import { MENU_ITEM, MENU_LABEL, MENU_POPUP } from "@/components/menu-look.ts";
import { helpOf, useInstallation } from "./installation.tsx";
import { useProfile } from "./profile.tsx";
import { signOut } from "./sign-out.tsx";
import { chooseTheme, chosenTheme, onThemeChange, type Theme } from "./theme.ts";
import { AccountTrigger } from "./triggers.tsx";

const PAGES = [
  { href: "/account/profile", label: "Profile", icon: UserRound },
  { href: "/account/security", label: "Security", icon: ShieldCheck },
] as const;
/** For those who run the installation. */
const OPERATOR = { href: "/operator", label: "Operator", icon: Wrench } as const;

const THEMES = [
  { theme: "light", label: "Light", icon: Sun },
  { theme: "dark", label: "Dark", icon: Moon },
  { theme: "system", label: "System", icon: Monitor },
] as const satisfies readonly { theme: Theme; label: string; icon: unknown }[];

/** The user's name, the account pages, whom to ask, the theme and sign-out. */
export function AccountMenu({ defaultOpen }: { defaultOpen: boolean }) {
  const profile = useProfile();
  const help = helpOf(useInstallation());
  const theme = useSyncExternalStore(onThemeChange, chosenTheme, () => "system" as const);
  // The menu is rendered inside the header, for users who navigate by landmarks.
  const [home, setHome] = useState<HTMLDivElement | null>(null);
  return (
    <div ref={setHome}>
      <Menu.Root defaultOpen={defaultOpen}>
        <Menu.Trigger render={<AccountTrigger />} />
        <Menu.Portal container={home}>
          <Menu.Positioner align="end" sideOffset={6} className="z-40">
            <Menu.Popup className={MENU_POPUP}>
              <div className="border-line border-b px-2.5 pt-1.5 pb-2.5">
                <p className="font-medium">{profile.name}</p>
                <p className="text-ink-muted text-xs">{profile.email}</p>
              </div>
              <div className="border-line border-b py-1">
                {[...PAGES, ...(profile.operator_role === null ? [] : [OPERATOR])].map(
                  ({ href, label, icon: Icon }) => (
                    <Menu.LinkItem key={href} className={MENU_ITEM} closeOnClick render={<Link href={href} />}>
                      <Icon className="size-4 text-ink-muted" aria-hidden />
                      {label}
                    </Menu.LinkItem>
                  ),
                )}
              </div>
              {help.length > 0 && (
                <div className="border-line border-b py-1">
                  {help.map(({ label, href }) => {
                    const Icon = label === "Help" ? CircleHelp : FileText;
                    return (
                      <Menu.LinkItem key={label} className={MENU_ITEM} closeOnClick href={href}>
                        <Icon className="size-4 text-ink-muted" aria-hidden />
                        {label}
                      </Menu.LinkItem>
                    );
                  })}
                </div>
              )}
              <Menu.RadioGroup value={theme} onValueChange={(value: Theme) => chooseTheme(value)}>
                <Menu.GroupLabel className={MENU_LABEL}>Theme</Menu.GroupLabel>
                {THEMES.map(({ theme: value, label, icon: Icon }) => (
                  <Menu.RadioItem key={value} value={value} closeOnClick={false} className={MENU_ITEM}>
                    <Icon className="size-4 text-ink-muted" aria-hidden />
                    <span className="flex-1">{label}</span>
                    <Menu.RadioItemIndicator>
                      <Check className="size-4" aria-hidden />
                    </Menu.RadioItemIndicator>
                  </Menu.RadioItem>
                ))}
              </Menu.RadioGroup>
              <Menu.Separator className="my-1 h-px bg-line" />
              <Menu.Item className={MENU_ITEM} onClick={() => void signOut()}>
                <LogOut className="size-4 text-ink-muted" aria-hidden />
                Sign out
              </Menu.Item>
            </Menu.Popup>
          </Menu.Positioner>
        </Menu.Portal>
      </Menu.Root>
    </div>
  );
}
