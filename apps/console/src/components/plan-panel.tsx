"use client";

import { useQuery } from "@tanstack/react-query";
import { LoaderCircle } from "lucide-react";
import { useState } from "react";
import { askPlans, type PlanAnswer, type PlanQuestion } from "@/client/plan-question.ts";
import { sumOfPlans } from "@/client/sum-of-plans.ts";
import { useSettled } from "@/client/use-settled.ts";
import { PlanSummary } from "./plan-summary.tsx";
import { ProblemNotice } from "./problem-panel.tsx";

/** The most refusals of a bulk action that are shown. */
const MOST_REFUSALS = 3;

/**
 * The effects of changes, found out while the user reads. The panel has the same height from the beginning, so that the
 * buttons below it do not move.
 * @param props.sent whether the changes are being made: what the panel shows stays
 */
export function PlanPanel({ questions, sent }: { questions: readonly PlanQuestion[]; sent: boolean }) {
  const asked = useSettled(questions, keyOf);
  const { data } = useQuery({
    queryKey: ["plans", ...asked.map(({ key }) => key)],
    queryFn: ({ signal }) => askPlans(asked, signal),
    // A plan holds for a moment: it is asked for when the dialog opens, and not again when the change invalidates
    // everything.
    staleTime: "static",
    gcTime: 0,
    retry: false,
  });
  const answered = keyOf(asked) === keyOf(questions) ? data : undefined;
  const [answers, show] = useState(answered);
  if (!sent && answers !== answered) show(answered);
  return (
    <section
      aria-label="What this does"
      aria-busy={answers === undefined}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable
      tabIndex={0}
      className="h-40 overflow-y-auto rounded-md border border-line bg-canvas px-3.5 py-3 [scrollbar-gutter:stable]"
    >
      {answers === undefined ? <Asking count={questions.length} /> : <Answers answers={answers} />}
    </section>
  );
}

function Asking({ count }: { count: number }) {
  return (
    <p className="flex items-center gap-2 text-ink-muted">
      <LoaderCircle className="size-3.5 animate-spin" aria-hidden />
      {count === 1 ? "Finding out what this does" : `Finding out what these ${count} changes do`}
    </p>
  );
}

function Answers({ answers }: { answers: readonly PlanAnswer[] }) {
  const refused = answers.flatMap((answer) => ("problem" in answer ? [answer] : []));
  const plan = sumOfPlans(answers.flatMap((answer) => ("plan" in answer ? [answer.plan] : [])));
  return (
    <div className="space-y-3">
      {refused.length > 0 && answers.length > 1 && (
        <p className="font-medium text-bad">
          {refused.length} of {answers.length} would be refused.
        </p>
      )}
      {refused.slice(0, MOST_REFUSALS).map(({ name, problem: { requestId: _, ...problem } }, index) => (
        <ProblemNotice
          // biome-ignore lint/suspicious/noArrayIndexKey: the answers keep their order
          key={index}
          problem={name === undefined ? problem : { ...problem, detail: `${name}: ${problem.detail}` }}
        />
      ))}
      {plan !== undefined && <PlanSummary plan={plan} />}
    </div>
  );
}

function keyOf(questions: readonly PlanQuestion[]): string {
  return JSON.stringify(questions.map(({ key }) => key));
}
