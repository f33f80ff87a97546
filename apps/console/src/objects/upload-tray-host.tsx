"use client";

import { useSyncExternalStore } from "react";
import { onDemand } from "@/client/on-demand.tsx";
import { currentUploads, onUploads } from "./upload-store.ts";

const UploadTray = onDemand(async () => (await import("./upload-tray.tsx")).UploadTray);

/** The slot of the uploads in the frame around every page. */
export function UploadTrayHost() {
  const any = useSyncExternalStore(
    onUploads,
    () => currentUploads().length > 0,
    () => false,
  );
  return any ? <UploadTray /> : null;
}
