import { expect, test } from "vitest";
import { runJobs, secondsOf } from "./jobs.mjs";

test("jobs run beside each other on free CPUs, in their order, after those that they need", async () => {
  const running = new Set<string>();
  const started: string[] = [];
  let most = 0;
  const job = (title: string, cpus: number, needs: string[] = []) => ({
    ...{ title, cpus, needs },
    async work() {
      started.push(title);
      running.add(title);
      most = Math.max(most, running.size);
      // The others of the same moment start before this one ends.
      await new Promise((resolve) => setImmediate(resolve));
      running.delete(title);
      return title.toUpperCase();
    },
  });
  const jobs = [job("a", 1), job("b", 1, ["a"]), job("c", 2), job("d", 1), job("waits", 0), job("e", 9, ["d"])];
  const outcomes = await runJobs(jobs, 2);
  expect(started.slice(0, 3)).toEqual(["a", "d", "waits"]);
  expect(started.indexOf("b")).toBeLessThan(started.indexOf("c"));
  expect(new Set(started)).toEqual(new Set(["a", "b", "c", "d", "e", "waits"]));
  expect(most).toBe(3);
  expect(outcomes.get("e")?.result).toBe("E");
});

test("a job whose needs failed does not run and names them; the others do", async () => {
  const ran: string[] = [];
  const outcomes = await runJobs(
    [
      {
        ...{ title: "fails", cpus: 1, needs: [] },
        work: () => {
          throw new Error("broken");
        },
      },
      { title: "stands on it", cpus: 1, needs: ["fails"], work: () => ran.push("stands on it") },
      { title: "does not", cpus: 1, needs: [], work: () => ran.push("does not") },
    ],
    1,
  );
  expect(ran).toEqual(["does not"]);
  expect(outcomes.get("fails")?.error.message).toBe("broken");
  expect(outcomes.get("stands on it")?.error.message).toBe("It did not run, because these failed: fails.");
});

test("jobs that wait for each other are refused", async () => {
  const job = (title: string, need: string) => ({ title, cpus: 1, needs: [need], work: () => undefined });
  await expect(runJobs([job("a", "b"), job("b", "a")], 2)).rejects.toThrow("No job can start of a, b.");
});

test("seconds under way are those of all jobs together, without counting any twice", () => {
  const outcome = (from: number, to: number) => ({ from, to });
  expect(secondsOf([outcome(1_000, 3_000), outcome(2_000, 4_000), outcome(2_500, 2_600), outcome(9_000, 10_000)])).toBe(
    4,
  );
  expect(secondsOf([])).toBe(0);
});
