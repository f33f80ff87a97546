import { describe, expect, test } from "vitest";
import { lineDifference } from "./line-difference.ts";

const marks = { same: " ", removed: "-", added: "+" } as const;
const written = (before: string, after: string) =>
  lineDifference([...before], [...after])
    .map(({ kind, text }) => `${marks[kind]}${text}`)
    .join(" ");

describe("lineDifference", () => {
  test.each([
    ["nothing of nothing", "", "", ""],
    ["equal texts are kept whole", "abc", "abc", " a  b  c"],
    ["a line that is added", "ac", "abc", " a +b  c"],
    ["a line that is removed", "abc", "ac", " a -b  c"],
    ["a line that is changed: the old one first", "abc", "axc", " a -b +x  c"],
    ["a line that moves is removed and added", "abc", "bca", "-a  b  c +a"],
    ["everything else", "ab", "xy", "-a -b +x +y"],
  ])("%s", (_what, before, after, expected) => {
    expect(written(before, after)).toBe(expected);
  });

  test("its lines are the old text and the new one", () => {
    const lines = lineDifference([..."the quick fox"], [..."a quiet ox"]);
    const of = (other: "added" | "removed") =>
      lines
        .filter(({ kind }) => kind !== other)
        .map(({ text }) => text)
        .join("");
    expect([of("added"), of("removed")]).toEqual(["the quick fox", "a quiet ox"]);
  });
});
