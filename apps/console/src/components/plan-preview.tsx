"use client";

import { onDemand } from "@/client/on-demand.tsx";
import type { PlanQuestion } from "@/client/plan-question.ts";

const PlanPanel = onDemand(
  async () => (await import("./plan-panel.tsx")).PlanPanel,
  <div aria-hidden className="h-40 rounded-md border border-line bg-canvas" />,
);

/** The effects of one or several changes. Renders nothing for null. */
export function PlanPreview({ plan }: { plan: PlanQuestion | readonly PlanQuestion[] | null }) {
  const questions = plan === null ? [] : "ask" in plan ? [plan] : plan;
  return questions.length === 0 ? null : <PlanPanel questions={questions} />;
}
