/** Runs a step of a story and prints how long it took. */
export async function timedStep<Result>(what: string, work: () => Promise<Result>): Promise<Result> {
  const begun = performance.now();
  const result = await work();
  console.log(`${((performance.now() - begun) / 1000).toFixed(1).padStart(6)} s  ${what}`);
  return result;
}

/** @throws Error when a step's expectation does not hold */
export function must(holds: boolean, sentence: string): asserts holds {
  if (!holds) throw new Error(`Not so: ${sentence}`);
}
