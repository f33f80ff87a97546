/** One row of the table: the figure, its reference from the same run, and whether the target is met. */
export interface Row {
  readonly row: string;
  readonly reference: number | null;
  readonly figure: number;
  readonly unit: string;
  readonly ratio: number | null;
  readonly target: string;
  readonly holds: boolean;
}

const ROUNDS = 5;

/** Measures both sides alternately, five times each, and returns their medians, so that noise affects both equally. */
export async function alternate(
  reference: () => Promise<number>,
  figure: () => Promise<number>,
): Promise<{ reference: number; figure: number }> {
  const references: number[] = [];
  const figures: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    references.push(await reference());
    figures.push(await figure());
  }
  return { reference: median(references), figure: median(figures) };
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted[Math.floor(sorted.length / 2)];
  if (middle === undefined) throw new Error("there is no median of nothing");
  return middle;
}

export function round(value: number, digits = 2): number {
  return Number(value.toFixed(digits));
}

/** The value that a part of all values, such as 0.99, does not exceed. @throws Error when there are no values */
export function percentile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  const value = sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))];
  if (value === undefined) throw new Error("there is no percentile of nothing");
  return value;
}
