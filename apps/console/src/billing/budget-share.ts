/** A part of a budget in whole percent, rounded down: 100 is shown when it is reached. */
export function percentOf(sum: string, amount: string): number {
  return Math.floor((Number(sum) / Number(amount)) * 100);
}

/** The same in words. Little is told apart from nothing. */
export function shareInWords(sum: string, amount: string): string {
  const percent = percentOf(sum, amount);
  return percent === 0 && Number(sum) > 0 ? "under 1 %" : `${percent} %`;
}
