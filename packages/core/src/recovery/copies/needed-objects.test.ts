import { expect, test } from "vitest";
import { NeededObjects, ObjectSet } from "./needed-objects.ts";

const [one, two] = ["1".repeat(32), "2".repeat(32)];

test("objects are written as ranges of numbers, and read again", () => {
  const set = new ObjectSet();
  for (const number of [5, 0, 2, 1, 9, 2]) set.add({ session: one, number });
  set.add({ session: two, number: 7 });
  const needed = NeededObjects.parse(JSON.parse(JSON.stringify(set.toNeeded())));
  expect(needed).toEqual({
    [one]: [
      [0, 2],
      [5, 5],
      [9, 9],
    ],
    [two]: [[7, 7]],
  });
  const again = new ObjectSet(needed);
  expect(again.toNeeded()).toEqual(needed);
  expect([...again]).toHaveLength(6);
  expect([again.has({ session: one, number: 2 }), again.has({ session: two, number: 2 })]).toEqual([true, false]);
  expect(new ObjectSet().toNeeded()).toEqual({});
});

test.each([[{ "../x": [[0, 1]] }], [{ [one]: [[-1, 1]] }], [{ [one]: [[0, 2 ** 32]] }], [{ [one]: [0] }]])(
  "%j are no objects of a copy",
  (needed) => {
    expect(NeededObjects.safeParse(needed).success).toBe(false);
  },
);
