import type { OperationStep, OperationStepStatus } from "@fulmar/contract";
import { Circle, CircleCheck, CircleDashed, CircleX, LoaderCircle, type LucideIcon, Undo2 } from "lucide-react";
import { formatStatus } from "@/client/format.ts";
import { duration } from "./operation-labels.ts";

interface StepLook {
  readonly icon: LucideIcon;
  readonly text: string;
  readonly spins?: true;
  readonly bar: string;
}

const STEP_LOOK: Readonly<Record<OperationStepStatus, StepLook>> = {
  pending: { icon: Circle, text: "text-ink-subtle", bar: "" },
  running: { icon: LoaderCircle, text: "text-busy", spins: true, bar: "bg-busy" },
  waiting: { icon: LoaderCircle, text: "text-busy", spins: true, bar: "bg-busy/50" },
  succeeded: { icon: CircleCheck, text: "text-good", bar: "bg-good" },
  failed: { icon: CircleX, text: "text-bad", bar: "bg-bad" },
  undoing: { icon: LoaderCircle, text: "text-warn", spins: true, bar: "bg-warn" },
  undone: { icon: Undo2, text: "text-warn", bar: "bg-warn" },
  skipped: { icon: CircleDashed, text: "text-ink-subtle", bar: "" },
};

/** The statuses that are shown as text in addition to their colour. */
const SAID: ReadonlySet<OperationStepStatus> = new Set(["waiting", "failed", "undoing", "undone"]);

/**
 * The steps of an operation, each with a bar that shows when it ran.
 * @param known an error that is already shown elsewhere
 * @param from when the operation was requested, and `until` when it ended or was last fetched: milliseconds since 1970
 */
export function OperationTimeline({
  steps,
  known,
  from,
  until,
}: {
  steps: readonly OperationStep[];
  known: string | null;
  from: number;
  until: number;
}) {
  const whole = Math.max(1, until - from);
  return (
    <div>
      <ol aria-label="Steps" className="space-y-1">
        {steps.map((step) => (
          <Step key={step.name} step={step} known={known} from={from} until={until} />
        ))}
      </ol>
      <div
        aria-hidden
        className="mt-1 hidden justify-between border-line border-t pt-1 text-ink-subtle text-xs tabular-nums sm:ml-60
          sm:mr-20 sm:flex"
      >
        <span>0</span>
        <span>{duration(whole / 2)}</span>
        <span>{duration(whole)}</span>
      </div>
    </div>
  );
}

function Step({
  step,
  known,
  from,
  until,
}: {
  step: OperationStep;
  known: string | null;
  from: number;
  until: number;
}) {
  const { icon: Icon, text, spins, bar } = STEP_LOOK[step.status];
  const span = spanOf(step, until);
  const whole = Math.max(1, until - from);
  return (
    <li className="grid grid-cols-[1fr_auto] items-center gap-x-3 gap-y-1 sm:grid-cols-[14.25rem_1fr_4.25rem]">
      <span className="flex min-w-0 items-center gap-2.5">
        <Icon className={`size-4 shrink-0 ${text} ${spins ? "animate-spin" : ""}`} aria-hidden />
        <span className={span === null ? "text-ink-subtle" : ""}>{formatStatus(step.name)}</span>
        <span className={SAID.has(step.status) ? `text-xs ${text}` : "sr-only"}>{step.status}</span>
        {step.attempt > 1 && <span className="whitespace-nowrap text-warn text-xs">attempt {step.attempt}</span>}
      </span>
      <span
        aria-hidden
        className="order-last col-span-2 h-2 overflow-hidden rounded-full bg-hover sm:order-none sm:col-span-1"
      >
        {span !== null && (
          <span
            className={`block h-2 min-w-1 rounded-full ${bar}`}
            style={{
              marginLeft: percent((span.from - from) / whole, 0.99),
              width: percent((span.until - span.from) / whole, 1),
            }}
          />
        )}
      </span>
      <span className="text-right text-ink-subtle text-xs tabular-nums">
        {span === null ? (step.status === "skipped" ? "skipped" : "") : duration(span.until - span.from)}
      </span>
      {step.error !== null && step.error !== known && (
        <p className="col-span-full pl-6.5 text-bad text-xs">{step.error}</p>
      )}
    </li>
  );
}

/** The period of a step. One that has not ended runs until now. */
function spanOf({ started_at, finished_at }: OperationStep, now: number): { from: number; until: number } | null {
  if (started_at === null) return null;
  const from = Date.parse(started_at);
  return { from, until: Math.max(from, finished_at === null ? now : Date.parse(finished_at)) };
}

const percent = (part: number, most: number) => `${(Math.min(most, Math.max(0, part)) * 100).toFixed(2)}%`;
