import { TriangleAlert } from "lucide-react";

/** Effects of a request that its plan does not show. */
export function Warnings({ warnings }: { warnings: readonly string[] }) {
  return warnings.map((warning) => (
    <p key={warning} className="flex gap-2 rounded-md border border-warn/30 bg-warn-soft px-3.5 py-3">
      <TriangleAlert className="mt-0.5 size-4 shrink-0 text-warn" aria-hidden />
      <span className="min-w-0">{warning}</span>
    </p>
  ));
}
