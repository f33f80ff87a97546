"use client";

import { Cpu, Server } from "lucide-react";
import { ButtonLink } from "@/components/button.tsx";
import { Panel } from "@/components/problem-panel.tsx";
import { workspaceHref } from "@/shell/destinations.ts";
import { useWorkspace } from "@/shell/workspace.tsx";
import { VM_PAGES, type VmKind } from "@/vm-detail/vm-kind.ts";

const PURPOSE: Readonly<Record<VmKind, string>> = {
  cloud: "A cloud VM runs an operating system of your choice within seconds. Choose a plan and an image to create the first one.",
  gpu: "A GPU VM is a machine with accelerators of its own, for training and inference. Choose a plan and an image to create the first one.",
};

/** In place of a list that shows nothing: because there is nothing, or because nothing matches. */
export function NoVms({ kind, narrowed }: { kind: VmKind; narrowed: boolean }) {
  const { workspaceId, roleRefusal } = useWorkspace();
  const { page } = VM_PAGES[kind];
  const icon = kind === "gpu" ? <Cpu className="size-5" aria-hidden /> : <Server className="size-5" aria-hidden />;
  if (narrowed) {
    return (
      <Panel icon={icon} title="No VM matches">
        <p>Search for another part of the name, or choose another status, site or tag.</p>
        <div className="mt-5">
          <ButtonLink href={workspaceHref(workspaceId, page)}>Show all VMs</ButtonLink>
        </div>
      </Panel>
    );
  }
  return (
    <Panel icon={icon} title="No VMs yet">
      <p>{PURPOSE[kind]}</p>
      <div className="mt-5">
        <ButtonLink href={workspaceHref(workspaceId, `${page}/new`)} look="primary" refusal={roleRefusal("vm.write")}>
          Create a VM
        </ButtonLink>
      </div>
    </Panel>
  );
}
