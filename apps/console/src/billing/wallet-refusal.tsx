"use client";

import { listRoles, nameOfRole, WALLET_READER_ROLES } from "@fulmar/contract";
import { Lock } from "lucide-react";
import { Panel } from "@/components/problem-panel.tsx";
import { useWorkspace } from "@/shell/workspace.tsx";

/** Shown instead of content that only some roles may see. */
export function WalletRefusal({ what = "the wallet" }: { what?: string }) {
  const { organization } = useWorkspace();
  return (
    <Panel icon={<Lock className="size-5" aria-hidden />} title={`You may not see ${what}`}>
      <p>
        Only {listRoles(WALLET_READER_ROLES)} of {organization.name} see what it has, owes and spends; your role is{" "}
        {nameOfRole(organization.role)}. Usage, prices and admissions of this workspace are open to you.
      </p>
    </Panel>
  );
}
