/** Tells each step of a story with how long it took. */
export async function told<Result>(what: string, work: () => Promise<Result>): Promise<Result> {
  const begun = performance.now();
  const result = await work();
  console.log(`${((performance.now() - begun) / 1000).toFixed(1).padStart(6)} s  ${what}`);
  return result;
}

/** @throws Error when a step of the story is not as it should be */
export function must(holds: boolean, sentence: string): asserts holds {
  if (!holds) throw new Error(`Not so: ${sentence}`);
}
