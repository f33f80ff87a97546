import type { Tone } from "@/components/status-badge.tsx";

/** A state by its shape, so that it is not told by colour alone. The words stand beside it. */
const SHAPES: Readonly<Record<Tone, string>> = {
  good: "M6 1a5 5 0 1 0 0 10A5 5 0 1 0 6 1Z",
  busy: "M1 2h10L6 6l5 4H1l5-4Z",
  warn: "M6 0l6 6-6 6-6-6Z",
  bad: "M6 0l6 11H0Z",
  quiet: "M2 2h8v8H2Z",
};

const FILL: Readonly<Record<Tone, string>> = {
  good: "fill-good",
  busy: "fill-busy",
  warn: "fill-warn",
  bad: "fill-bad",
  quiet: "fill-none stroke-quiet",
};

export function StateMark({ tone }: { tone: Tone }) {
  return (
    <svg viewBox="-1 -1 14 14" className={`size-2.5 shrink-0 ${FILL[tone]}`} strokeWidth={2} aria-hidden>
      <path d={SHAPES[tone]} />
    </svg>
  );
}
