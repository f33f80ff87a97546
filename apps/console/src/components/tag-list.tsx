/** Tags, in their given order. */
export function TagList({ tags }: { tags: readonly string[] }) {
  if (tags.length === 0) return <span className="text-ink-subtle">none</span>;
  return tags.map((tag) => (
    <span
      key={tag}
      className="mr-1 mb-0.5 inline-block max-w-48 truncate rounded bg-quiet-soft px-1.5 py-0.5 align-middle text-xs"
    >
      {tag}
    </span>
  ));
}
