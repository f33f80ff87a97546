/**
 * Tags, in their given order.
 * @param oneLine for tables: as many as fit a line, and how many there are besides
 */
export function TagList({ tags, oneLine = false }: { tags: readonly string[]; oneLine?: boolean }) {
  if (tags.length === 0) return <span className="text-ink-subtle">none</span>;
  const shown = oneLine ? tags.slice(0, ON_ONE_LINE) : tags;
  const more = tags.length - shown.length;
  const list = shown.map((tag) => (
    <span
      key={tag}
      className="mr-1 mb-0.5 inline-block max-w-48 truncate rounded bg-quiet-soft px-1.5 py-0.5 align-middle text-xs"
    >
      {tag}
    </span>
  ));
  if (!oneLine) return list;
  return (
    <span className="whitespace-nowrap">
      {list}
      {more > 0 && (
        <span className="text-ink-muted text-xs" title={tags.slice(ON_ONE_LINE).join(", ")}>
          +{more}
        </span>
      )}
    </span>
  );
}

const ON_ONE_LINE = 2;
