"use client";

import { type CountedType, type FamilyCount, RESOURCES, type Scope } from "@fulmar/contract";
import { CircleCheck, CircleDashed } from "lucide-react";
import Link from "next/link";
import { useKeptText } from "@/client/kept-text.ts";
import { Button, ButtonLink } from "@/components/button.tsx";
import { workspaceHref } from "@/shell/destinations.ts";
import { useWorkspace } from "@/shell/workspace.tsx";

interface Step {
  /** It is done when there is one. */
  readonly type: CountedType;
  readonly scope: Scope;
  readonly page: string;
  readonly title: string;
  readonly action: string;
  readonly why: string;
}

const STEPS: readonly Step[] = [
  {
    type: "cloud_vm",
    scope: "vm.write",
    page: "cloud-vms/new",
    title: "A VM",
    action: "Create a VM",
    why: "It has a plan, an image and your SSH key.",
  },
  {
    type: "firewall_group",
    scope: "network.write",
    page: "firewall-groups/new",
    title: "A firewall group",
    action: "Create a firewall group",
    why: "It lets in what you name, such as SSH and HTTPS.",
  },
  {
    type: "volume",
    scope: "block-storage.write",
    page: "volumes/new",
    title: "A volume",
    action: "Create a volume",
    why: "A disk that outlives its VM and moves to another one.",
  },
];

/** A new workspace's usual first resources, until all exist or someone who may create VMs hides the list. */
export function FirstSteps({ counts }: { counts: readonly FamilyCount[] }) {
  const { workspaceId, workspaceName, roleRefusal } = useWorkspace();
  const [kept, keep] = useKeptText(`fulmar.first-steps.${workspaceId}`);
  const isDone = ({ type }: Step) => counts.some(({ family }) => family === type);
  const next = STEPS.find((step) => !isDone(step));
  const isNew = counts.length === 0;
  const maySee = STEPS.every(({ type }) => roleRefusal(RESOURCES[type].scope) === null);
  if (next === undefined || !maySee || (!isNew && (roleRefusal("vm.write") !== null || kept === "hidden"))) return null;
  return (
    <section aria-labelledby="first-steps" className="rounded-lg border border-line bg-surface p-4 shadow-card sm:p-5">
      <div className="flex items-start justify-between gap-3">
        <h2 id="first-steps" className="font-semibold text-base">
          {isNew ? "Nothing here yet" : `First steps in ${workspaceName}`}
        </h2>
        {!isNew && (
          <Button look="quiet" onClick={() => keep("hidden")}>
            Hide
          </Button>
        )}
      </div>
      <ol className="mt-3 grid gap-4 sm:grid-cols-3">
        {STEPS.map((step) => (
          <li key={step.type} className="flex gap-3">
            {isDone(step) ? (
              <CircleCheck className="mt-0.5 size-5 shrink-0 text-good" aria-label="Done" />
            ) : (
              <CircleDashed className="mt-0.5 size-5 shrink-0 text-ink-subtle" aria-label="Not done" />
            )}
            <div>
              {step === next ? (
                <p className="font-medium">{step.title}</p>
              ) : (
                <Link
                  href={workspaceHref(workspaceId, step.page)}
                  className={`rounded font-medium hover:underline ${isDone(step) ? "text-ink-muted" : ""}`}
                >
                  {step.title}
                </Link>
              )}
              <p className="mt-0.5 text-ink-muted text-sm">{step.why}</p>
              {step === next && (
                <div className="mt-3">
                  <ButtonLink
                    href={workspaceHref(workspaceId, step.page)}
                    look="primary"
                    refusal={roleRefusal(step.scope)}
                  >
                    {step.action}
                  </ButtonLink>
                </div>
              )}
            </div>
          </li>
        ))}
      </ol>
    </section>
  );
}
