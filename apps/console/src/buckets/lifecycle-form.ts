import type { LifecycleRule, NewLifecycleRule } from "@fulmar/contract";
import { chosen, defineForm, field, numberOf, rawText, text } from "@/client/form.ts";
import { tagLines, tagsOf } from "./tag-lines.ts";

/** Null if empty. */
const optionalNumber = field("", (typed) => (typed.trim() === "" ? null : numberOf(typed)));

type Expiry = "none" | "days" | "day" | "markers";

/** One lifecycle rule. Of the kinds of expiration, only the chosen one is sent. */
export const lifecycleRule = defineForm(
  async () => (await import("@fulmar/contract/object-storage")).NewLifecycleRule,
  {
    id: text(),
    prefix: rawText(),
    tags: field("", tagsOf),
    larger_than_bytes: optionalNumber,
    smaller_than_bytes: optionalNumber,
    expiry: chosen<Expiry>("days"),
    expire_after_days: field("", numberOf),
    expire_on: text(),
    expire_earlier_versions_after_days: optionalNumber,
    keep_earlier_versions: field("", (typed) => (typed.trim() === "" ? 0 : numberOf(typed))),
    abort_uploads_after_days: optionalNumber,
    enabled: chosen(true),
  },
  ({ prefix, tags, larger_than_bytes, smaller_than_bytes, expiry, expire_after_days, expire_on, ...rest }) =>
    ({
      ...rest,
      filter: { prefix, tags, larger_than_bytes, smaller_than_bytes },
      expire_after_days: expiry === "days" ? expire_after_days : null,
      expire_on: expiry === "day" ? expire_on : null,
      expire_delete_markers: expiry === "markers",
    }) satisfies NewLifecycleRule,
);

export function lifecycleValues(rule: LifecycleRule): typeof lifecycleRule.initial {
  const { id, enabled, filter, expire_after_days, expire_on, expire_delete_markers, keep_earlier_versions } = rule;
  const typed = (number: number | null) => number?.toString() ?? "";
  return {
    ...{ id, enabled, prefix: filter.prefix, tags: tagLines(filter.tags) },
    larger_than_bytes: typed(filter.larger_than_bytes),
    smaller_than_bytes: typed(filter.smaller_than_bytes),
    expiry:
      expire_after_days !== null ? "days" : expire_on !== null ? "day" : expire_delete_markers ? "markers" : "none",
    expire_after_days: typed(expire_after_days),
    expire_on: expire_on ?? "",
    expire_earlier_versions_after_days: typed(rule.expire_earlier_versions_after_days),
    keep_earlier_versions: keep_earlier_versions === 0 ? "" : String(keep_earlier_versions),
    abort_uploads_after_days: typed(rule.abort_uploads_after_days),
  };
}
