import { expect, test } from "vitest";
import { corsXml, lifecycleXml, readCors, readLifecycle, readTags, tagsXml } from "./settings-xml.ts";

const rule = {
  ...{ id: "a & <b>", enabled: true, expire_after_days: 3, expire_on: null, expire_delete_markers: false },
  filter: { prefix: "logs/ü", tags: { kind: '"x"' }, larger_than_bytes: null, smaller_than_bytes: null },
  ...{ expire_earlier_versions_after_days: 7, keep_earlier_versions: 0, abort_uploads_after_days: null },
};

test("what is written is read again", () => {
  expect(readLifecycle(lifecycleXml([rule]))).toEqual([rule]);
  const cors = {
    ...{ id: null, allowed_origins: ["https://*.example"], allowed_methods: ["GET" as const, "PUT" as const] },
    ...{ allowed_headers: ["*"], expose_headers: [], max_age_seconds: 0 },
  };
  expect(readCors(corsXml([cors, { ...cors, id: "one", max_age_seconds: null }]))).toEqual([
    cors,
    { ...cors, id: "one", max_age_seconds: null },
  ]);
  const tags = { "a & b": "<ü>", empty: "" };
  expect(readTags(tagsXml(tags))).toEqual(tags);
});

test.each([
  "<Transition><Days>3</Days><StorageClass>COLD</StorageClass></Transition>",
  "<NoncurrentVersionTransition><NoncurrentDays>3</NoncurrentDays></NoncurrentVersionTransition>",
  "<NoncurrentVersionExpiration><NewerNoncurrentVersions>2</NewerNoncurrentVersions></NoncurrentVersionExpiration>",
  "<Filter><ObjectSizeGreaterThan>10</ObjectSizeGreaterThan></Filter>",
])("a rule that the API has no words for is not shown as another one: %s", (part) => {
  const xml = lifecycleXml([rule]).replace("</Rule>", `${part}</Rule>`);
  expect(() => readLifecycle(xml)).toThrow("only S3 clients can show");
});
