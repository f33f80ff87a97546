import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

const folder = new URL("../../../docs/adr/", import.meta.url);

test("the index has every decision once, by its title", () => {
  const index = readFileSync(new URL("README.md", folder), "utf8");
  const listed = [...index.matchAll(/^- (\d{4}) \[(.+)\]\((.+)\)$/gm)].map(([, number, title, file]) => ({
    number,
    title,
    file,
  }));
  const decisions = readdirSync(folder)
    .filter((file) => /^\d{4}-/.test(file))
    .map((file) => {
      const [, number, title] = /^# (\d{4}) (.+)\n/.exec(readFileSync(new URL(file, folder), "utf8")) ?? [];
      return { number, title, file };
    });
  const sorted = (those: readonly object[]) => those.map((one) => JSON.stringify(one)).toSorted();
  expect(sorted(listed)).toEqual(sorted(decisions));
});
