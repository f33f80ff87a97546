"use client";

import type { ReactNode } from "react";
import { onDemand } from "@/client/on-demand.tsx";
import { UploadTrayHost } from "@/objects/upload-tray-host.tsx";
import { afterPage } from "./after-page.tsx";
import { ConnectionSign } from "./connection-sign.tsx";
import { DocumentationLink } from "./documentation-link.tsx";
import { Frame } from "./frame.tsx";
import { Navigation } from "./navigation.tsx";
import { PaletteHost } from "./palette-host.tsx";
import { Shortcuts } from "./shortcuts.tsx";
import { AccountTrigger, TrayTrigger, WorkspaceTrigger } from "./triggers.tsx";

const AccountMenu = afterPage(async () => (await import("./account-menu.tsx")).AccountMenu, AccountTrigger);
const WorkspaceSwitcher = afterPage(
  async () => (await import("./workspace-switcher.tsx")).WorkspaceSwitcher,
  WorkspaceTrigger,
);
const OperationsTray = afterPage(async () => (await import("./operations-tray.tsx")).OperationsTray, TrayTrigger);
const LiveConnection = onDemand(async () => (await import("./live-connection.tsx")).LiveConnection);

/** The frame around the pages of a workspace: navigation, workspace and account. */
export function Shell({ children }: { children: ReactNode }) {
  return (
    <>
      <Frame
        navigation={<Navigation />}
        header={
          <>
            <WorkspaceSwitcher />
            <div className="flex-1" />
            <ConnectionSign />
            <PaletteHost />
            <OperationsTray />
            <DocumentationLink />
            <AccountMenu />
          </>
        }
      >
        {children}
      </Frame>
      <LiveConnection />
      <Shortcuts />
      <UploadTrayHost />
    </>
  );
}
