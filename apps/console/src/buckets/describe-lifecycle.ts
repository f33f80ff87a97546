import type { LifecycleRule } from "@fulmar/contract";
import { countOf, formatBytes } from "../client/format.ts";

/** A rule's actions, each as a sentence without its full stop. */
export function describeLifecycle(rule: LifecycleRule): string[] {
  const { expire_after_days, expire_on, expire_delete_markers, abort_uploads_after_days } = rule;
  const { expire_earlier_versions_after_days: earlier, keep_earlier_versions: kept } = rule;
  const objects = describeFilter(rule.filter);
  const sentences = [
    expire_after_days !== null && `Deletes ${objects} ${countOf(expire_after_days, "day")} after their upload`,
    expire_on !== null && `Deletes ${objects} from ${expire_on} on`,
    expire_delete_markers && `Deletes delete markers of ${objects} that have no version any more`,
    earlier !== null &&
      `Deletes earlier versions of ${objects} ${countOf(earlier, "day")} after their ` +
        `replacement${kept === 0 ? "" : `, but keeps the newest ${kept}`}`,
    abort_uploads_after_days !== null &&
      `Aborts uploads of ${objects} ${countOf(abort_uploads_after_days, "day")} after they began`,
  ];
  return sentences.filter((sentence) => sentence !== false);
}

/** "objects under logs/ that have the tag kind=log and are larger than 1 MB," */
function describeFilter({ prefix, tags, larger_than_bytes, smaller_than_bytes }: LifecycleRule["filter"]): string {
  const pairs = Object.entries(tags).map(([key, value]) => `${key}=${value}`);
  const conditions = [
    pairs.length > 0 && `have the tag${pairs.length === 1 ? "" : "s"} ${pairs.join(" and ")}`,
    larger_than_bytes !== null && `are larger than ${formatBytes(larger_than_bytes)}`,
    smaller_than_bytes !== null && `are smaller than ${formatBytes(smaller_than_bytes)}`,
  ].filter((condition) => condition !== false);
  const place = prefix === "" ? (conditions.length === 0 ? "all objects" : "objects") : `objects under ${prefix}`;
  return conditions.length === 0 ? place : `${place} that ${conditions.join(" and ")},`;
}
