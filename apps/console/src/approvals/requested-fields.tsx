import type { ShownRequestField } from "./approval-queries.ts";

/** Every field that a request has, as it would be carried out. */
export function RequestedFields({ fields }: { fields: readonly ShownRequestField[] }) {
  return (
    <dl className="divide-y divide-line rounded-lg border border-line bg-surface px-4 shadow-card">
      {fields.map((field) => (
        <div key={field.field} className="grid gap-x-6 gap-y-1 py-2.5 sm:grid-cols-[14rem_1fr]">
          <dt className="font-mono text-ink-muted text-xs leading-5 [overflow-wrap:anywhere]">
            {visibleText(field.field)}
          </dt>
          <dd className="min-w-0 [overflow-wrap:anywhere]">
            <Value field={field} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

function Value({ field: { field, shown_as, value, text } }: { field: ShownRequestField }) {
  if (shown_as === "hidden") return <span className="text-ink-subtle">not shown to your role</span>;
  if (shown_as === "secret") return <span className="text-ink-muted">set; its value is shown to nobody</span>;
  if (shown_as === "ssh_key") return <code className="text-[13px]">{textOf(value)}</code>;
  if (shown_as === "text")
    return (
      <>
        <code className="text-[13px]">{textOf(value)}</code>
        {text !== null && (
          <details className="mt-1.5">
            <summary className="cursor-pointer rounded text-ink-muted text-xs">Show {field}</summary>
            <Document label={field} text={text} />
          </details>
        )}
      </>
    );
  if (isNested(value)) return <Document label={field} text={JSON.stringify(value, null, 2)} />;
  return <Line value={value} />;
}

function Document({ label, text }: { label: string; text: string }) {
  return (
    <section
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable
      tabIndex={0}
      className="mt-1.5 max-h-96 overflow-auto rounded-lg border border-line bg-canvas px-3.5 py-3"
    >
      <pre className="whitespace-pre-wrap font-mono text-[13px] [overflow-wrap:anywhere]">{visibleText(text)}</pre>
    </section>
  );
}

/** Whether a value has more than a line can tell: an object, or a list with objects or texts that need their quotes. */
function isNested(value: unknown): boolean {
  if (!Array.isArray(value)) return typeof value === "object" && value !== null;
  return value.some((item) => typeof item === "object" || /[\s,]/.test(String(item)));
}

/** A value in a line. What is a word of the page, and no text that was sent, looks otherwise. */
function Line({ value }: { value: unknown }) {
  const word = WORDS.find(([is]) => is(value))?.[1];
  return word === undefined ? textOf(value) : <span className="text-ink-subtle">{word}</span>;
}

const WORDS: readonly (readonly [is: (value: unknown) => boolean, word: string])[] = [
  [(value) => value === null || value === undefined, "nothing"],
  [(value) => value === "", "empty"],
  [(value) => Array.isArray(value) && value.length === 0, "none"],
  [(value) => value === true, "yes"],
  [(value) => value === false, "no"],
];

function textOf(value: unknown): string {
  return visibleText(Array.isArray(value) ? value.join(", ") : String(value));
}

// Letters that direct text or have no width: a request must not read otherwise than it is carried out.
const UNSEEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

/** A text of which every character can be seen: others appear by their numbers, as in `\u{202e}`. */
export function visibleText(text: string): string {
  return text.replaceAll(UNSEEN, (letter) =>
    letter === "\n" || letter === "\t" ? letter : `\\u{${(letter.codePointAt(0) ?? 0).toString(16)}}`,
  );
}
