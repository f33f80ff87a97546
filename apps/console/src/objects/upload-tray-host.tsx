"use client";

import dynamic from "next/dynamic";
import { useSyncExternalStore } from "react";
import { currentUploads, onUploads } from "./upload-store.ts";

/** Comes with the first upload. */
const UploadTray = dynamic(async () => (await import("./upload-tray.tsx")).UploadTray, { ssr: false });

/** The uploads' place in the frame around every page. */
export function UploadTrayHost() {
  const any = useSyncExternalStore(
    onUploads,
    () => currentUploads().length > 0,
    () => false,
  );
  return any ? <UploadTray /> : null;
}
