// The settings of a bucket and its objects as documents of S3, for both directions.
import { CorsMethod, type CorsRule, type LifecycleRule } from "@fulmar/contract";
import { ProviderError } from "../ports/provider-error.ts";
import { elementsOf, requiredText, textOf } from "./xml-answer.ts";
import { element, optionalElement, textElement } from "./xml-document.ts";

/** Actions and conditions of rules that the API has no words for. */
const UNKNOWN = /<(?:Noncurrent(?:Version)?)?Transition[ >]|<(?:ObjectSize\w+|NewerNoncurrentVersions)[ >]/;

/** @throws ProviderError `setting_unknown` */
export function readLifecycle(xml: string): LifecycleRule[] {
  if (UNKNOWN.test(xml))
    throw new ProviderError("setting_unknown", "The lifecycle rules of the bucket do what only S3 clients can show.", {
      retryable: false,
    });
  return elementsOf(xml, "Rule").map((rule) => {
    const [expiration = ""] = elementsOf(rule, "Expiration");
    const [earlier = ""] = elementsOf(rule, "NoncurrentVersionExpiration");
    return {
      id: textOf(rule, "ID") ?? "",
      enabled: textOf(rule, "Status") === "Enabled",
      filter: {
        prefix: textOf(rule, "Prefix") ?? "",
        tags: readTags(rule),
        ...{ larger_than_bytes: null, smaller_than_bytes: null },
      },
      expire_after_days: numberOf(expiration, "Days"),
      expire_on: textOf(expiration, "Date")?.slice(0, "2027-01-31".length) ?? null,
      expire_delete_markers: textOf(expiration, "ExpiredObjectDeleteMarker") === "true",
      expire_earlier_versions_after_days: numberOf(earlier, "NoncurrentDays"),
      keep_earlier_versions: 0,
      abort_uploads_after_days: numberOf(rule, "DaysAfterInitiation"),
    };
  });
}

export function lifecycleXml(rules: readonly LifecycleRule[]): string {
  return element("LifecycleConfiguration", ...rules.map(ruleXml));
}

function ruleXml(rule: LifecycleRule): string {
  const { prefix, tags } = rule.filter;
  const conditions = [
    ...(prefix === "" && Object.keys(tags).length > 0 ? [] : [textElement("Prefix", prefix)]),
    ...tagElements(tags),
  ];
  return element(
    "Rule",
    textElement("ID", rule.id),
    element("Filter", conditions.length > 1 ? element("And", ...conditions) : conditions[0]),
    textElement("Status", rule.enabled ? "Enabled" : "Disabled"),
    optionalElement(
      "Expiration",
      textElement("Days", rule.expire_after_days),
      textElement("Date", rule.expire_on === null ? null : `${rule.expire_on}T00:00:00.000Z`),
      textElement("ExpiredObjectDeleteMarker", rule.expire_delete_markers || null),
    ),
    optionalElement(
      "NoncurrentVersionExpiration",
      textElement("NoncurrentDays", rule.expire_earlier_versions_after_days),
    ),
    optionalElement(
      "AbortIncompleteMultipartUpload",
      textElement("DaysAfterInitiation", rule.abort_uploads_after_days),
    ),
  );
}

export function readCors(xml: string): CorsRule[] {
  return elementsOf(xml, "CORSRule").map((rule) => {
    const all = (name: string) => elementsOf(rule, name).flatMap((text) => textOf(element("T", text), "T") ?? []);
    return {
      id: textOf(rule, "ID") || null,
      allowed_origins: all("AllowedOrigin"),
      allowed_methods: all("AllowedMethod").flatMap((method) => CorsMethod.safeParse(method).data ?? []),
      allowed_headers: all("AllowedHeader"),
      expose_headers: all("ExposeHeader"),
      max_age_seconds: numberOf(rule, "MaxAgeSeconds"),
    };
  });
}

export function corsXml(rules: readonly CorsRule[]): string {
  return element(
    "CORSConfiguration",
    ...rules.map((rule) =>
      element(
        "CORSRule",
        textElement("ID", rule.id),
        ...rule.allowed_origins.map((origin) => textElement("AllowedOrigin", origin)),
        ...rule.allowed_methods.map((method) => textElement("AllowedMethod", method)),
        ...rule.allowed_headers.map((header) => textElement("AllowedHeader", header)),
        ...rule.expose_headers.map((header) => textElement("ExposeHeader", header)),
        textElement("MaxAgeSeconds", rule.max_age_seconds),
      ),
    ),
  );
}

/** All tags in a text, in their order. */
export function readTags(xml: string): Record<string, string> {
  return Object.fromEntries(
    elementsOf(xml, "Tag").map((tag) => [requiredText(tag, "Key"), requiredText(tag, "Value")]),
  );
}

export function tagsXml(tags: Readonly<Record<string, string>>): string {
  return element("Tagging", element("TagSet", ...tagElements(tags)));
}

function tagElements(tags: Readonly<Record<string, string>>): string[] {
  return Object.entries(tags).map(([key, value]) =>
    element("Tag", textElement("Key", key), textElement("Value", value)),
  );
}

function numberOf(xml: string, name: string): number | null {
  const text = textOf(xml, name);
  return text === undefined || text === "" ? null : Number(text);
}
