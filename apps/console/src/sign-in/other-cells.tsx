import type { OtherCell } from "./other-cell.ts";

/** Links to the consoles of the other cells, for those who have an account in several. */
export function OtherCells({ cells }: { cells: readonly OtherCell[] }) {
  if (cells.length === 0) return null;
  return (
    <p className="text-ink-muted text-sm">
      Other cells:{" "}
      {cells.map(({ name, consoleUrl }, index) => (
        <span key={name}>
          {index > 0 && ", "}
          <a
            href={`${consoleUrl}/sign-in`}
            className="rounded font-medium underline-offset-2 hover:text-ink hover:underline"
          >
            {name}
          </a>
        </span>
      ))}
    </p>
  );
}
