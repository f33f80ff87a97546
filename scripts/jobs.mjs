// Runs jobs beside each other, as many as the machine has CPUs for.
import { availableParallelism } from "node:os";

/**
 * Runs every job as soon as those that it needs have succeeded and its CPUs are free. A job that takes no CPU, because
 * it mostly waits, starts at once.
 * @param jobs `{ title, cpus, needs: titles, work }` in the order in which they should start. `work` receives the results
 * of all that have ended, by title.
 * @returns for each title `{ result, from, to }` or `{ error, from, to }`, with times of performance.now(). A job whose
 * needs failed has an error that names them.
 */
export async function runJobs(jobs, cpus = availableParallelism()) {
  const outcomes = new Map();
  const waiting = new Set(jobs);
  const running = new Map();
  let free = cpus;
  while (waiting.size + running.size > 0) {
    for (const job of waiting) {
      const { title, needs = [], cpus: wanted, work } = job;
      // A job may want more CPUs than the machine has: then it wants all.
      const taken = Math.min(wanted, cpus);
      if (taken > free || !needs.every((need) => outcomes.has(need))) continue;
      waiting.delete(job);
      free -= taken;
      running.set(
        title,
        perform(needs, work).then((outcome) => ({ title, taken, outcome })),
      );
    }
    if (running.size === 0)
      throw new Error(`No job can start of ${[...waiting].map(({ title }) => title).join(", ")}.`);
    const { title, taken, outcome } = await Promise.race(running.values());
    running.delete(title);
    free += taken;
    outcomes.set(title, outcome);
  }
  return outcomes;

  async function perform(needs, work) {
    const from = performance.now();
    const failed = needs.filter((need) => outcomes.get(need).error !== undefined);
    try {
      if (failed.length > 0) throw new Error(`It did not run, because these failed: ${failed.join(", ")}.`);
      const results = Object.fromEntries([...outcomes].map(([title, { result }]) => [title, result]));
      return { result: await work(results), from, to: performance.now() };
    } catch (error) {
      return { error, from, to: performance.now() };
    }
  }
}

/** Seconds during which at least one of these outcomes was under way. */
export function secondsOf(outcomes) {
  let sum = 0;
  let until = Number.NEGATIVE_INFINITY;
  for (const { from, to } of outcomes.toSorted((a, b) => a.from - b.from)) {
    sum += Math.max(0, to - Math.max(from, until));
    until = Math.max(until, to);
  }
  return sum / 1000;
}
