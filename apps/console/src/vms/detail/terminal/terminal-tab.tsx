"use client";

import { SquareTerminal } from "lucide-react";
import dynamic from "next/dynamic";
import { useState } from "react";
import { Button } from "@/components/button.tsx";
import { BlockSkeleton } from "@/components/loaded.tsx";
import { Panel } from "@/components/problem-panel.tsx";
import { useVm } from "../vm-place.tsx";

const loading = () => <BlockSkeleton className="h-96" />;

/** Loaded when they are opened, since each is larger than the rest of the page. */
const VIEWS = {
  terminal: dynamic(() => import("./terminal-screen.tsx").then((module) => module.TerminalScreen), {
    ssr: false,
    loading,
  }),
  screen: dynamic(() => import("../screen/screen-view.tsx").then((module) => module.ScreenView), {
    ssr: false,
    loading,
  }),
};

/** A shell in the VM, or its screen. Opening one is recorded in the audit trail, so a visit alone opens none. */
export function TerminalTab() {
  const { vm, refusal } = useVm();
  const [view, setView] = useState<keyof typeof VIEWS | null>(null);
  /** The number of those that were opened here. */
  const [opened, setOpened] = useState(0);
  const open = (chosen: keyof typeof VIEWS) => {
    setView(chosen);
    setOpened((count) => count + 1);
  };
  if (view !== null) {
    const View = VIEWS[view];
    return <View key={opened} refusal={refusal("open_terminal")} onOpenAgain={() => open(view)} />;
  }
  return (
    <Panel icon={<SquareTerminal className="size-5" aria-hidden />} title={`A terminal in ${vm.name}`}>
      <p>
        A shell as root, without an address or a key, or the VM's screen with its own login. Opening and closing either
        is recorded in the audit trail.
      </p>
      <div className="mt-4 flex flex-wrap gap-2">
        <Button look="primary" refusal={refusal("open_terminal")} onClick={() => open("terminal")}>
          Open terminal
        </Button>
        <Button refusal={refusal("open_terminal")} onClick={() => open("screen")}>
          Open screen
        </Button>
      </div>
    </Panel>
  );
}
