"use client";

import { SquareTerminal } from "lucide-react";
import dynamic from "next/dynamic";
import { useState } from "react";
import { Button } from "@/components/button.tsx";
import { BlockSkeleton } from "@/components/loaded.tsx";
import { Panel } from "@/components/problem-panel.tsx";
import { useVm } from "../vm-place.tsx";

/** Loaded with the first terminal, since it is larger than the rest of the page. */
const TerminalScreen = dynamic(() => import("./terminal-screen.tsx").then((module) => module.TerminalScreen), {
  ssr: false,
  loading: () => <BlockSkeleton className="h-96" />,
});

/** A shell in the VM. Opening one is recorded in the audit trail, so a visit alone opens none. */
export function TerminalTab() {
  const { vm, refusal } = useVm();
  /** The number of terminals opened here. */
  const [opened, setOpened] = useState(0);
  const open = () => setOpened((count) => count + 1);
  if (opened > 0) return <TerminalScreen key={opened} refusal={refusal("open_terminal")} onOpenAgain={open} />;
  return (
    <Panel icon={<SquareTerminal className="size-5" aria-hidden />} title={`A terminal in ${vm.name}`}>
      <p>A shell as root, without an address or a key. Opening and closing it is recorded in the audit trail.</p>
      <Button look="primary" className="mt-4" refusal={refusal("open_terminal")} onClick={open}>
        Open terminal
      </Button>
    </Panel>
  );
}
