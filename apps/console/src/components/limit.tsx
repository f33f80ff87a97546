/** How many of something there are, and how many there may be. */
export interface Limit {
  readonly used: number;
  readonly most: number;
  /** The plural of what is counted. */
  readonly many: string;
}

/** "23 of 100 rules", beside the button that adds one. */
export function LimitCount({ used, most, many }: Limit) {
  const tone = used >= most ? "text-warn" : "text-ink-muted";
  return (
    <span className={`self-center whitespace-nowrap px-1 text-sm tabular-nums ${tone}`}>
      {inWords(used)} of {inWords(most)} {many}
    </span>
  );
}

/** Why no more can be added; null while there is room. */
export function limitRefusal({ used, most, many }: Limit): string | null {
  return used < most ? null : `There are ${inWords(most)} ${many}, the most that there may be. Remove one first.`;
}

/** Why a draft cannot be saved; null while it is not above the limit. */
export function excessRefusal({ used, most, many }: Limit): string | null {
  return used <= most ? null : `There may be at most ${inWords(most)} ${many}. Remove ${inWords(used - most)}.`;
}

const inWords = (count: number) => count.toLocaleString("en");
