import { sqlBy } from "@fulmar/prisma";
import { expect, test } from "vitest";
import { Turns } from "./turns.ts";

const statement = { name: "simulated_pace", text: "SELECT $1", parameters: ["provider"] } as const;

/** Statements that end one by one, as the test says, and the pages in the order in which they began. */
function database() {
  const begun: unknown[] = [];
  const running: PromiseWithResolvers<never[]>[] = [];
  const sql = sqlBy((_, [page] = []) => {
    const answer = Promise.withResolvers<never[]>();
    begun.push(page);
    running.push(answer);
    return answer.promise;
  });
  return {
    sql,
    begun,
    async end(times: number, answer: (one: PromiseWithResolvers<never[]>) => void = (one) => one.resolve([])) {
      for (let time = 0; time < times; time++) {
        const one = running.shift();
        if (one === undefined) throw new Error("nothing runs");
        answer(one);
        await new Promise(setImmediate);
      }
    },
  };
}

test("as many statements run as may run at a time, also after one has failed", async () => {
  const { sql, begun, end } = database();
  const turns = new Turns(sql, 2);
  const asked = ["a", "b", "c", "d"].map((page) => turns.begin().query(statement, { provider: page }));
  await new Promise(setImmediate);
  expect(begun).toEqual(["a", "b"]);
  const failed = expect(asked[0]).rejects.toThrow("refused");
  await end(1, (one) => one.reject(new Error("refused")));
  await failed;
  expect(begun).toEqual(["a", "b", "c"]);
  await end(1);
  expect(begun).toEqual(["a", "b", "c", "d"]);
  await end(2);
  const last = turns.begin().query(statement, { provider: "e" });
  await end(1);
  await Promise.all([...asked.slice(1), last]);
});

test("first pages and further ones have every other turn", async () => {
  const { sql, begun, end } = database();
  const turns = new Turns(sql, 1);
  const long = [turns.begin(), turns.begin(), turns.begin()];
  const asked: Promise<unknown>[] = [];
  for (const reader of long) {
    asked.push(reader.query(statement, { provider: "first of many" }));
    await end(1);
  }
  asked.push(turns.begin().query(statement, { provider: "only, running" }));
  for (const [nth, reader] of long.entries()) asked.push(reader.query(statement, { provider: `further ${nth}` }));
  for (const nth of [0, 1, 2, 3]) asked.push(turns.begin().query(statement, { provider: `only ${nth}` }));
  await end(8);
  await Promise.all(asked);
  expect(begun.slice(4)).toEqual(["only 0", "further 0", "only 1", "further 1", "only 2", "further 2", "only 3"]);
});
