import { expect, test } from "vitest";
import { csvRecord } from "./audit-csv.ts";

test("a record has quotes where they are needed, and numbers as they are", () => {
  expect(csvRecord(["a", -1, null, 'say "hi", please', "two\nlines"])).toBe(
    'a,-1,,"say ""hi"", please","two\nlines"\r\n',
  );
});

test.each(["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1", "\n=1", "  =1", "＝1", "＋1", "－1", "＠A"])(
  "%j is no formula",
  (text) => {
    expect(csvRecord([text]).replaceAll('"', "")).toBe(`'${text}\r\n`);
  },
);
