// Lifecycle and CORS rules of a remote bucket, as its server has them, whoever set them.
import type { LifecycleRule, NewLifecycleRule } from "@fulmar/contract";
import { type ListedObject, ProviderError } from "@fulmar/providers";
import { invalidField } from "../../request/domain-error.ts";
import { byBackend } from "../bucket/by-backend.ts";
import { changeAtRegion, mapAtOnce, type RemoteBucket } from "../remote/remote-bucket.ts";
import { getBucketCors, putBucketCors } from "./bucket-cors.ts";
import { getBucketLifecycle, MOST_COUNTED, previewBucketLifecycle, putBucketLifecycle } from "./bucket-lifecycle.ts";
import { expiryLimit, toLifecycleRecord, toLifecycleRule } from "./lifecycle-rules.ts";

const getLifecycle = byBackend<"bucketLifecycle.get">(getBucketLifecycle, async ({ name, settings }, { signal }) => ({
  name,
  rules: await shown(settings.lifecycle(signal)),
}));

async function shown(rules: Promise<LifecycleRule[]>): Promise<LifecycleRule[]> {
  try {
    return await rules;
  } catch (error) {
    if (!(error instanceof ProviderError && error.code === "setting_unknown")) throw error;
    throw invalidField(
      "bucket_name",
      "names a bucket with lifecycle rules that only S3 clients can show, such as transitions between storage classes",
      "unsupported_by_region",
    );
  }
}

const putLifecycle = byBackend<"bucketLifecycle.put">(putBucketLifecycle, async (bucket, context, { rules: sent }) => {
  for (const [index, rule] of sent.entries()) requireKept(rule, `rules.${index}.`);
  const rules = sent.map((rule) => toLifecycleRecord(toLifecycleRule(rule)));
  await changeAtRegion(bucket, context, (signal) => bucket.settings.putLifecycle(rules, signal));
  return { name: bucket.name, rules };
});

/** Ceph up to 18 ignores these and would delete what they keep. @throws DomainError 400 */
function requireKept({ filter, keep_earlier_versions }: NewLifecycleRule, place: string): void {
  const ignored = (["larger_than_bytes", "smaller_than_bytes"] as const).find((field) => filter[field] !== null);
  const field = ignored === undefined ? undefined : `filter.${ignored}`;
  const named = field ?? (keep_earlier_versions > 0 ? "keep_earlier_versions" : undefined);
  if (named === undefined) return;
  throw invalidField(
    `${place}${named}`,
    "is not offered by the bucket's region; leave it out",
    "unsupported_by_region",
  );
}

/** With tags, each object is asked for its own, so fewer are counted. */
const MOST_ASKED = 1_000;

const preview = byBackend<"bucketLifecycle.preview">(
  previewBucketLifecycle,
  async (bucket, { signal }, { rule: sent }) => {
    requireKept(sent, "rule.");
    const rule = toLifecycleRule(sent);
    const most = Object.keys(rule.tags).length > 0 ? MOST_ASKED : MOST_COUNTED;
    const page = { prefix: rule.prefix, delimiter: undefined, after: undefined, limit: most + 1 };
    const listed = await bucket.objects.list(page, signal);
    const objects = listed.slice(0, most).flatMap((entry) => (entry.kind === "object" ? [entry] : []));
    const matching = await withTags(bucket, objects, rule.tags, signal);
    const limit = expiryLimit(rule, new Date());
    const expired = matching.filter(({ modifiedAt }) => limit !== undefined && modifiedAt <= limit);
    return {
      name: bucket.name,
      matching: countOf(matching),
      expired: countOf(expired),
      is_complete: listed.length <= most,
    };
  },
);

type Listed = Extract<ListedObject, { kind: "object" }>;

async function withTags(
  { settings }: RemoteBucket,
  objects: readonly Listed[],
  wanted: Readonly<Record<string, string>>,
  signal: AbortSignal,
): Promise<readonly Listed[]> {
  const pairs = Object.entries(wanted);
  if (pairs.length === 0) return objects;
  const tags = await mapAtOnce(objects, ({ key }) => settings.tags(key, undefined, signal));
  return objects.filter((_, index) => pairs.every(([key, value]) => tags[index]?.[key] === value));
}

function countOf(objects: readonly Listed[]) {
  return { object_count: objects.length, total_size: objects.reduce((sum, { size }) => sum + size, 0) };
}

const getCors = byBackend<"bucketCors.get">(getBucketCors, async ({ name, settings }, { signal }) => ({
  name,
  rules: await settings.cors(signal),
}));

const putCors = byBackend<"bucketCors.put">(putBucketCors, async (bucket, context, { rules }) => {
  await changeAtRegion(bucket, context, (signal) => bucket.settings.putCors(rules, signal));
  return { name: bucket.name, rules };
});

export const remoteSettingHandlers = {
  "bucketLifecycle.get": getLifecycle,
  "bucketLifecycle.put": putLifecycle,
  "bucketLifecycle.preview": preview,
  "bucketCors.get": getCors,
  "bucketCors.put": putCors,
} as const;
