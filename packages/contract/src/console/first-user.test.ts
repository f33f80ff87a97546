import { expect, test } from "vitest";
import { PersonName } from "./first-user.ts";

const problemOf = (name: string) => PersonName.safeParse(name).error?.issues.map(({ message }) => message);

test.each(["Ada Lovelace", "Łukasz", "علی‌رضا", "李小龍", "O'Brien-Šmíd, Jr.", "👩‍💻", "<b>x</b>"])(
  "%s is accepted as a name",
  (name) => {
    expect(problemOf(name)).toBeUndefined();
  },
);

test.each(["a\nb", "a\tb", "\u0007", "nimda\u202e", "\u2066a", "\u200b", "\u200fa", "a\u2028b", "a\ufeffb"])(
  "a name with an invisible character is refused: %j",
  (name) => {
    expect(problemOf(name)).toEqual(["must be one line without invisible characters"]);
  },
);

test.each(["", "  ", "\u200c", "\u200d \u200d"])("a blank name is refused: %j", (name) => {
  expect(problemOf(name)).toContain("is required");
});
