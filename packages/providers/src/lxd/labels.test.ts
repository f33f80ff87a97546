import { expect, test } from "vitest";
import { sampleRecord } from "../conformance/provider-fixture.ts";
import { madeAtIn, recordIn, recordLabels } from "./labels.ts";

test("a record survives the round trip through its labels and comes with a creation time", () => {
  const record = sampleRecord("vm", "web");
  const labels = recordLabels(record);
  expect(recordIn(labels)).toEqual(record);
  expect(madeAtIn(labels)).toBeInstanceOf(Date);
});

test.each([
  {},
  recordLabels(null),
  { "user.fulmar.record": "torn {" },
  { "user.fulmar.record": '{"rows":{}}' },
  { "user.fulmar.record": "[]" },
])("labels without a valid record give none: %o", (config) => {
  expect(recordIn(config)).toBeNull();
});

test("the creation time comes from the labels or else from the server, whose zero time means none", () => {
  const created = { "user.fulmar.created": "2026-01-02T03:04:05.000Z" };
  expect(madeAtIn(created, "2026-05-05T00:00:00Z")).toEqual(new Date("2026-01-02T03:04:05Z"));
  expect(madeAtIn({ "user.fulmar.created": "" }, "2026-05-05T00:00:00.123456789Z")).toEqual(
    new Date("2026-05-05T00:00:00.123Z"),
  );
  expect([madeAtIn({}), madeAtIn({}, "0001-01-01T00:00:00Z")]).toEqual([null, null]);
});
