import { expect, test } from "vitest";
import { csvOf, csvRecord } from "./csv.ts";

test("csvRecord quotes cells that need it and keeps numbers plain", () => {
  expect(csvRecord(["a", -1, null, 'say "hi", please', "two\nlines"])).toBe(
    'a,-1,,"say ""hi"", please","two\nlines"\r\n',
  );
});

test.each(["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1", "\n=1", "  =1", "＝1", "＋1", "－1", "＠A"])(
  "csvRecord escapes %j so that a spreadsheet does not run it as a formula",
  (text) => {
    expect(csvRecord([text]).replaceAll('"', "")).toBe(`'${text}\r\n`);
  },
);

test("csvOf has a column for each field, and JSON for lists and documents", () => {
  expect(
    csvOf([
      { id: "a", tags: ["x", "y"] },
      { id: "b", place: { zone: 1 } },
    ]),
  ).toBe('id,tags,place\r\na,"[""x"",""y""]",\r\nb,,"{""zone"":1}"\r\n');
});
