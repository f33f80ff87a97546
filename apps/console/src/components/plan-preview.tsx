"use client";

import { onDemand } from "@/client/on-demand.tsx";
import type { PlanQuestion } from "@/client/plan-question.ts";

const PlanPanel = onDemand(
  async () => (await import("./plan-panel.tsx")).PlanPanel,
  <div aria-hidden className="h-40 rounded-md border border-line bg-canvas" />,
);

interface PlanPreviewProps {
  readonly plan: PlanQuestion | readonly PlanQuestion[] | null;
  /** Whether the changes are being made: a plan that comes by then would be of what is made already. */
  readonly sent?: boolean;
}

/** The effects of one or several changes. Renders nothing for null. */
export function PlanPreview({ plan, sent = false }: PlanPreviewProps) {
  const questions = plan === null ? [] : "ask" in plan ? [plan] : plan;
  return questions.length === 0 ? null : <PlanPanel questions={questions} sent={sent} />;
}
