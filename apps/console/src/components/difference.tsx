import { type DifferenceLine, lineDifference } from "./line-difference.ts";

const LOOK: Readonly<
  Record<DifferenceLine["kind"], { readonly mark: string; readonly words: string; readonly look: string }>
> = {
  same: { mark: " ", words: "", look: "text-ink-muted" },
  removed: { mark: "−", words: "Removed: ", look: "bg-bad-soft text-bad" },
  added: { mark: "+", words: "Added: ", look: "bg-good-soft text-good" },
};

/** The number of unchanged context lines around a change. */
const AROUND = 2;

/** The effect of a change line by line. Long unchanged stretches are left out. */
export function Difference({
  label,
  before,
  after,
}: {
  label: string;
  before: readonly string[];
  after: readonly string[];
}) {
  const lines = lineDifference(before, after);
  const changed = lines.flatMap(({ kind }, index) => (kind === "same" ? [] : [index]));
  const shown = lines.map((_, index) => changed.some((at) => Math.abs(at - index) <= AROUND));
  if (changed.length === 0) return <p className="text-ink-muted">No changes.</p>;
  return (
    <section
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable
      tabIndex={0}
      className="max-h-96 overflow-auto rounded-lg border border-line bg-surface py-2 font-mono text-xs leading-5"
    >
      <ol>
        {lines.map(({ kind, text }, index) => {
          if (!shown[index]) {
            return shown[index - 1] || index === 0 ? (
              // biome-ignore lint/suspicious/noArrayIndexKey: lines have no ids, only positions
              <li key={index} className="px-3 text-ink-subtle">
                …
              </li>
            ) : null;
          }
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: lines have no ids, only positions
            <li key={index} className={`flex gap-2 whitespace-pre px-3 ${LOOK[kind].look}`}>
              <span aria-hidden>{LOOK[kind].mark}</span>
              <span className="sr-only">{LOOK[kind].words}</span>
              {text}
            </li>
          );
        })}
      </ol>
    </section>
  );
}
