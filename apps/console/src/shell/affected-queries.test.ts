import { catalog, type Operation, resourceOf } from "@fulmar/contract";
import { describe, expect, test } from "vitest";
import { affectedBy } from "./affected-queries.ts";

const operations: readonly Pick<Operation, "id" | "resource" | "safe" | "subject">[] = catalog;
const queryOf = (id: string, input: Readonly<Record<string, string>> = {}) => ({
  queryKey: [id.split("."), { input, type: "query" }],
});

/** Queries that are polled, run by users only, depend on tokens, or concern all types of resources. */
const UNAFFECTED = [
  "bandwidth.get",
  "gpuBandwidth.get",
  "metrics.get",
  "gpuMetrics.get",
  "gpuMetrics.gpus",
  "reachability.check",
  "resource.graph",
  "search.find",
  "search.locate",
  "search.named",
  "secret.value",
  "startupScript.content",
  "token.get",
];

describe("a change makes each query of its resource stale", () => {
  // Nothing announces changes to those who run the installation: their pages ask again.
  const reads = operations.filter(
    ({ id, safe, subject }) => safe && subject !== "installation" && !UNAFFECTED.includes(id),
  );
  const announced = reads.flatMap(({ id, resource }) => {
    const { topic } = resourceOf(resource);
    return topic === null ? [] : [[id, topic] as const];
  });
  test.each(announced)("%s (%s)", (id, topic) => {
    expect(affectedBy([{ topic, id: "some" }])(queryOf(id))).toBe(true);
  });
});

test("a change does not affect queries of other resources", () => {
  const affected = affectedBy([{ topic: "volume", id: "vol_a" }]);
  expect(affected(queryOf("volume.get", { volume_id: "vol_a" }))).toBe(true);
  expect(affected(queryOf("volume.get", { volume_id: "vol_b" }))).toBe(false);
  expect(affected(queryOf("bucket.list"))).toBe(false);
});

test("a change to a secret refreshes the overview but never the secret's value", () => {
  const affected = affectedBy([{ topic: "secret", id: "sec_a" }]);
  expect(affected(queryOf("secret.value", { secret_id: "sec_a" }))).toBe(false);
  expect(affected(queryOf("overview.read"))).toBe(true);
});
