/** So many names are written out. */
const MOST_NAMES = 5;

/** The first of some names, and how many more there are. */
export function NameList({ names }: { names: readonly string[] }) {
  return (
    <ul className="mt-1 space-y-0.5 text-ink-muted text-xs">
      {names.slice(0, MOST_NAMES).map((name) => (
        <li key={name} className="[overflow-wrap:anywhere]">
          {name}
        </li>
      ))}
      {names.length > MOST_NAMES && <li>and {(names.length - MOST_NAMES).toLocaleString("en")} more</li>}
    </ul>
  );
}
