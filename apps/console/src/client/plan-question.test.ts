import { expect, test } from "vitest";
import { askPlans, type PlanQuestion, type ShownPlan } from "./plan-question.ts";

const PLAN: ShownPlan = {
  would_answer: 202,
  changes: [],
  affects: [],
  steps: [],
  cost: { hourly_delta: "0", monthly_delta: "0", currency: null },
  quotas: [],
  irreversible: false,
  restorable_until: null,
  warnings: [],
};

/** Questions that answer when they are told to. */
function questions(count: number) {
  const asked: (() => void)[] = [];
  const all: PlanQuestion[] = Array.from({ length: count }, (_, index) => ({
    key: [index],
    name: `vm-${index}`,
    ask: () => new Promise((resolve) => asked.push(() => resolve(PLAN))),
  }));
  return { all, asked };
}

const turn = () => new Promise((resolve) => setImmediate(resolve));

test("at most four plans are asked for at once, and answers keep the order", async () => {
  const { all, asked } = questions(6);
  const answers = askPlans(all, new AbortController().signal);
  await turn();
  expect(asked).toHaveLength(4);
  asked[3]?.();
  await turn();
  expect(asked).toHaveLength(5);
  for (let next = 0; next < 6; next++) {
    asked[next]?.();
    await turn();
  }
  expect((await answers).map(({ name }) => name)).toEqual(all.map(({ name }) => name));
});

test("after the dialog is closed no more plans are asked for", async () => {
  const { all, asked } = questions(6);
  const closing = new AbortController();
  const answers = askPlans(all, closing.signal);
  await turn();
  closing.abort();
  for (const answer of asked) answer();
  await answers;
  expect(asked).toHaveLength(4);
});

test("a plan that is refused does not stop the others", async () => {
  const refused: PlanQuestion = { key: ["refused"], name: "web", ask: () => Promise.reject(new Error("no network")) };
  const planned: PlanQuestion = { key: ["planned"], name: "db", ask: () => Promise.resolve(PLAN) };
  const answers = await askPlans([refused, planned], new AbortController().signal);
  expect(answers).toMatchObject([
    { name: "web", problem: { kind: "unavailable" } },
    { name: "db", plan: PLAN },
  ]);
});
