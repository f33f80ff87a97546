"use client";

import { BackupSection } from "./backup-section.tsx";
import { PolicySection } from "./policy-section.tsx";

/** What is kept of the VM by schedule or at will, and how. */
export function BackupsTab() {
  return (
    <div className="space-y-8">
      <PolicySection />
      <BackupSection />
    </div>
  );
}
