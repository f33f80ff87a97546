import { expect, test } from "vitest";
import { askUntil } from "./ask-until.ts";

test("a caller that disconnects while waiting gets the last answer, and polling stops", async () => {
  const gone = new AbortController();
  let asked = 0;
  const answer = askUntil(
    async () => {
      asked += 1;
      if (asked === 3) setImmediate(() => gone.abort());
      return asked;
    },
    () => false,
    { waitSeconds: 60, signal: gone.signal },
  );
  expect(await answer).toBe(3);
  expect(asked).toBe(3);
});
