import type { LifecycleRule } from "@fulmar/contract";
import { expect, test } from "vitest";
import { describeLifecycle } from "./describe-lifecycle.ts";

const NOTHING = {
  ...{ id: "a", enabled: true, expire_after_days: null, expire_on: null, expire_delete_markers: false },
  ...{ expire_earlier_versions_after_days: null, keep_earlier_versions: 0, abort_uploads_after_days: null },
};
const EVERYTHING = { prefix: "", tags: {}, larger_than_bytes: null, smaller_than_bytes: null };

test.each<[Partial<LifecycleRule>, Partial<LifecycleRule["filter"]>, string[]]>([
  [{ expire_after_days: 30 }, { prefix: "logs/" }, ["Deletes objects under logs/ 30 days after their upload"]],
  [{ expire_after_days: 1 }, {}, ["Deletes all objects 1 day after their upload"]],
  [
    { expire_on: "2027-01-31" },
    { tags: { kind: "log", a: "" }, larger_than_bytes: 1_000_000 },
    ["Deletes objects that have the tags kind=log and a= and are larger than 1 MB, from 2027-01-31 on"],
  ],
  [
    { expire_earlier_versions_after_days: 7, keep_earlier_versions: 3, abort_uploads_after_days: 2 },
    { prefix: "a/" },
    [
      "Deletes earlier versions of objects under a/ 7 days after their replacement, but keeps the newest 3",
      "Aborts uploads of objects under a/ 2 days after they began",
    ],
  ],
  [{ expire_delete_markers: true }, {}, ["Deletes delete markers of all objects that have no version any more"]],
])("%j %j", (rule, filter, sentences) => {
  expect(describeLifecycle({ ...NOTHING, ...rule, filter: { ...EVERYTHING, ...filter } })).toEqual(sentences);
});
