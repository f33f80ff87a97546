import { expect, test } from "vitest";
import { pageOf, readListChoice, WHOLE_LIST } from "./list.ts";

const LIST = { filters: { status: ["active", "archived"] }, texts: ["tag"], sorts: ["name", "-name"] } as const;

test("readListChoice keeps what the list supports and drops everything else", () => {
  const address = { search: " web ", status: "active", tag: "blue", sort: "-name", limit: "100", unknown: "x" };
  expect(readListChoice(LIST, address)).toEqual({
    search: "web",
    status: "active",
    tag: "blue",
    sort: "-name",
    limit: 100,
  });
  expect(readListChoice(LIST, { search: "  ", status: "gone", tag: ["a", "b"], sort: "size", limit: "7" })).toEqual({});
});

test("readListChoice drops the search where the operation does not support it", () => {
  expect(readListChoice({ ...LIST, unsearched: true }, { search: "web", status: "archived" })).toEqual({
    status: "archived",
  });
  expect(readListChoice(WHOLE_LIST, { search: "web", status: "archived", limit: "200" })).toEqual({ limit: 200 });
});

test("a page has the default length unless another is chosen, and starts at the cursor", () => {
  expect(pageOf({})).toEqual({ limit: 50 });
  expect(pageOf(readListChoice(LIST, { limit: "200" }), "next")).toEqual({
    limit: 200,
    cursor: "next",
  });
});
