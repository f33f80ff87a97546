import { Ban, Check, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import type { RuleMeaning } from "./describe-rule.ts";

/** One rule in words, with its warnings and actions. */
export function RuleRow({
  rule,
  words,
  place,
  note,
  warnings,
  problems = [],
  children,
}: {
  rule: RuleMeaning & { readonly description: string | null };
  words: string;
  place: ReactNode;
  note?: string | undefined;
  warnings: readonly string[];
  problems?: readonly string[];
  children?: ReactNode;
}) {
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3">
      <span className="w-8 shrink-0 text-right font-mono text-ink-subtle text-xs tabular-nums">{place}</span>
      <ActionBadge rule={rule} />
      <div className="min-w-40 flex-1">
        <p className={`font-medium [overflow-wrap:anywhere] ${rule.enabled ? "" : "text-ink-muted"}`}>{words}</p>
        {rule.description !== null && rule.description !== "" && (
          <p className="text-ink-muted text-xs">{rule.description}</p>
        )}
        {note !== undefined && <p className="text-ink-subtle text-xs">{note}</p>}
        {warnings.map((warning) => (
          <p key={warning} className="mt-1 flex items-start gap-1.5 text-warn text-xs">
            <TriangleAlert className="mt-0.5 size-3 shrink-0" aria-hidden />
            {warning}
          </p>
        ))}
        {problems.map((problem) => (
          <p key={problem} role="alert" className="mt-1 text-bad text-xs">
            {problem}
          </p>
        ))}
      </div>
      {children && <div className="ml-auto flex gap-1.5">{children}</div>}
    </li>
  );
}

function ActionBadge({ rule: { action, enabled } }: { rule: RuleMeaning }) {
  const Icon = action === "allow" ? Check : Ban;
  const tone = !enabled
    ? "bg-quiet-soft text-quiet"
    : action === "allow"
      ? "bg-good-soft text-good"
      : "bg-bad-soft text-bad";
  return (
    <span aria-hidden className={`grid size-6 shrink-0 place-items-center rounded-full ${tone}`}>
      <Icon className="size-3.5" />
    </span>
  );
}
