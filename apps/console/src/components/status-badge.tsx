import { LoaderCircle } from "lucide-react";

/** The tone of a state, which determines its colour. */
export type Tone = "good" | "busy" | "warn" | "bad" | "quiet";

const LOOK: Readonly<Record<Tone, string>> = {
  good: "bg-good-soft text-good",
  busy: "bg-busy-soft text-busy",
  warn: "bg-warn-soft text-warn",
  bad: "bg-bad-soft text-bad",
  quiet: "bg-quiet-soft text-quiet",
};

/** A state in words and colour, with a spinner while it changes. */
export function StatusBadge({
  tone,
  changing = false,
  children,
}: {
  tone: Tone;
  changing?: boolean;
  children: string;
}) {
  return (
    <span
      className={`inline-flex items-center gap-1.5 whitespace-nowrap rounded-full px-2 py-0.5 font-medium text-xs
        ${LOOK[tone]}`}
    >
      {changing ? (
        <LoaderCircle className="size-3 animate-spin" aria-hidden />
      ) : (
        <span className="size-1.5 rounded-full bg-current" aria-hidden />
      )}
      {children}
    </span>
  );
}
