import { expect, test } from "vitest";
import { sampleRecord } from "../conformance/provider-bed.ts";
import { madeAtIn, recordIn, recordMarks } from "./record-marks.ts";

test("a record is read as it was written, and with it when it was", () => {
  const record = sampleRecord("vm", "web");
  const marks = recordMarks(record);
  expect(recordIn(marks)).toEqual(record);
  expect(madeAtIn(marks)).toBeInstanceOf(Date);
});

test.each([
  {},
  recordMarks(null),
  { "user.fulmar.record": "torn {" },
  { "user.fulmar.record": '{"rows":{}}' },
  { "user.fulmar.record": "[]" },
])("%o has no record", (config) => {
  expect(recordIn(config)).toBeNull();
});

test("when something was made: by its marks, or else by the server, which says nothing with the zero of its time", () => {
  const created = { "user.fulmar.created": "2026-01-02T03:04:05.000Z" };
  expect(madeAtIn(created, "2026-05-05T00:00:00Z")).toEqual(new Date("2026-01-02T03:04:05Z"));
  expect(madeAtIn({ "user.fulmar.created": "" }, "2026-05-05T00:00:00.123456789Z")).toEqual(
    new Date("2026-05-05T00:00:00.123Z"),
  );
  expect([madeAtIn({}), madeAtIn({}, "0001-01-01T00:00:00Z")]).toEqual([null, null]);
});
