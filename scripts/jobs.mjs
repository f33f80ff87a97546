// Runs jobs beside each other, as many as the machine has CPUs for.
import { availableParallelism } from "node:os";

/**
 * Runs every job as soon as those that it needs have succeeded, those that it comes after have ended, and its CPUs are
 * free. A job that takes no CPU, because it mostly waits, starts at once.
 * @param jobs `{ title, cpus, needs: titles, after: titles, work }` in the order in which they should start. `work`
 * receives the results of all that have ended, by title.
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
      const { title, needs = [], after = [], cpus: wanted, work } = job;
      // A job may want more CPUs than the machine has: then it wants all.
      const taken = Math.min(wanted, cpus);
      if (taken > free || ![...needs, ...after].every((other) => outcomes.has(other))) continue;
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

/**
 * The seconds of a run by phase. A moment in which several phases are under way counts for each of them alike, so that
 * the sum is the time in which any was.
 * @param phases `{ name: outcomes }`
 */
export function secondsByPhase(phases) {
  const spans = Object.entries(phases).flatMap(([name, outcomes]) => outcomes.map((outcome) => ({ ...outcome, name })));
  const seconds = Object.fromEntries(Object.keys(phases).map((name) => [name, 0]));
  const moments = [...new Set(spans.flatMap(({ from, to }) => [from, to]))].toSorted((a, b) => a - b);
  for (const [index, until] of moments.entries()) {
    const since = moments[index - 1] ?? until;
    const under = new Set(spans.filter(({ from, to }) => from < until && to > since).map(({ name }) => name));
    for (const name of under) seconds[name] += (until - since) / 1000 / under.size;
  }
  return seconds;
}
