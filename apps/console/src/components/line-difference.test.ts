import { describe, expect, test } from "vitest";
import { lineDifference } from "./line-difference.ts";

const marks = { same: " ", removed: "-", added: "+" } as const;
const written = (before: string, after: string) =>
  lineDifference([...before], [...after])
    .map(({ kind, text }) => `${marks[kind]}${text}`)
    .join(" ");

describe("lineDifference", () => {
  test.each([
    ["two empty texts have no lines", "", "", ""],
    ["equal texts have only unchanged lines", "abc", "abc", " a  b  c"],
    ["an added line", "ac", "abc", " a +b  c"],
    ["a removed line", "abc", "ac", " a -b  c"],
    ["a changed line shows the old one first", "abc", "axc", " a -b +x  c"],
    ["a line that moves is removed and added", "abc", "bca", "-a  b  c +a"],
    ["texts without a common line", "ab", "xy", "-a -b +x +y"],
  ])("%s", (_what, before, after, expected) => {
    expect(written(before, after)).toBe(expected);
  });

  test("contains the whole old text and the whole new text", () => {
    const lines = lineDifference([..."the quick fox"], [..."a quiet ox"]);
    const of = (other: "added" | "removed") =>
      lines
        .filter(({ kind }) => kind !== other)
        .map(({ text }) => text)
        .join("");
    expect([of("added"), of("removed")]).toEqual(["the quick fox", "a quiet ox"]);
  });
});
