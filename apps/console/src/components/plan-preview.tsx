"use client";

import { onDemand } from "@/client/on-demand.tsx";
import type { PlanQuestion } from "@/client/plan-question.ts";

/** Loaded with the dialog that shows it. */
const PlanPanel = onDemand(
  async () => (await import("./plan-panel.tsx")).PlanPanel,
  <div aria-hidden className="h-40 rounded-md border border-line bg-canvas" />,
);

/** What one change, or several together, would do. Nothing is shown for null. */
export function PlanPreview({ plan }: { plan: PlanQuestion | readonly PlanQuestion[] | null }) {
  const questions = plan === null ? [] : "ask" in plan ? [plan] : plan;
  return questions.length === 0 ? null : <PlanPanel questions={questions} />;
}
