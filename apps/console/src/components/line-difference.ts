/** A line of a diff: in both texts, only in the old one, or only in the new one. */
export interface DifferenceLine {
  readonly kind: "same" | "removed" | "added";
  readonly text: string;
}

/**
 * The diff of two texts with as many common lines as possible. Removals come before additions. The texts are short, so
 * a table of all pairs is small enough.
 */
export function lineDifference(before: readonly string[], after: readonly string[]): DifferenceLine[] {
  const common = commonLengths(before, after);
  const at = (row: number, column: number) => common[row]?.[column] ?? 0;
  const lines: DifferenceLine[] = [];
  let [old, fresh] = [0, 0];
  while (old < before.length || fresh < after.length) {
    const [oldText, newText] = [before[old], after[fresh]];
    if (oldText !== undefined && oldText === newText) {
      lines.push({ kind: "same", text: oldText });
      old += 1;
      fresh += 1;
    } else if (oldText !== undefined && (newText === undefined || at(old + 1, fresh) >= at(old, fresh + 1))) {
      lines.push({ kind: "removed", text: oldText });
      old += 1;
    } else if (newText !== undefined) {
      lines.push({ kind: "added", text: newText });
      fresh += 1;
    }
  }
  return lines;
}

/** For each pair of positions, the length of the longest common subsequence of the remaining lines. */
function commonLengths(before: readonly string[], after: readonly string[]): number[][] {
  const table = Array.from({ length: before.length + 1 }, () => new Array<number>(after.length + 1).fill(0));
  for (let row = before.length - 1; row >= 0; row -= 1) {
    const [here, below] = [table[row], table[row + 1]];
    if (here === undefined || below === undefined) continue;
    for (let column = after.length - 1; column >= 0; column -= 1) {
      here[column] =
        before[row] === after[column]
          ? (below[column + 1] ?? 0) + 1
          : Math.max(below[column] ?? 0, here[column + 1] ?? 0);
    }
  }
  return table;
}
