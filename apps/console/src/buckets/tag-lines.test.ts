import { expect, test } from "vitest";
import { tagLines, tagLinesRefusal, tagsOf } from "./tag-lines.ts";

test("tags are lines, and lines tags", () => {
  expect(tagsOf(" kind = log \n\nempty\nvalue=a=b")).toEqual({ kind: "log", empty: "", value: "a=b" });
  expect(tagLines({ kind: "log", empty: "" })).toBe("kind=log\nempty=");
});

test.each([
  [{ kind: "log", empty: "" }, true],
  [{ "a=b": "c" }, false],
  [{ a: "two\nlines" }, false],
  [{ " a": "b" }, false],
])("%j as lines: %s", (tags, possible) => expect(tagLinesRefusal(tags) === null).toBe(possible));
