import { expect, test } from "vitest";
import { driftOf } from "./snapshot-record.ts";

const volume = (volume_id: string) => ({ volume_id, name: volume_id, size_gb: 1, device_path: null });

test("a VM that still has the captured volumes has not drifted", () => {
  const none = { drifted: false, missing_from_live: [], new_live_only: [], message: null };
  expect(driftOf({ capture_scope: "all_attached", data_volumes: [volume("a")] }, ["a"])).toEqual(none);
  expect(driftOf({ capture_scope: "root_only", data_volumes: [] }, ["a"])).toEqual(none);
  expect(driftOf({ capture_scope: "selective", data_volumes: [volume("a")] }, ["a", "b"])).toEqual(none);
});

test("drift names the volumes that were detached and attached since the snapshot", () => {
  expect(
    driftOf({ capture_scope: "all_attached", data_volumes: [volume("a"), volume("b"), volume("c")] }, ["c", "d"]),
  ).toEqual({
    drifted: true,
    missing_from_live: ["a", "b"],
    new_live_only: ["d"],
    message: "Since the snapshot, 2 volumes were detached and 1 volume was attached.",
  });
});
