import { createHash } from "node:crypto";
import { momentFault } from "@fulmar/contract";
import type { LifecycleRule, LifecycleRules } from "@fulmar/core/object-store";
import { momentIn } from "../protocol/dates.ts";
import { notImplemented, S3Error } from "../protocol/s3-error.ts";
import { childOf, document, textOf, type XmlElement } from "../protocol/xml.ts";

const MOST_RULES = 1000;
const LONGEST_ID = 255;
const DAY_MS = 86_400_000;
const MOST_DAYS = 1_000_000;
const MOST_BYTES = 999_999_999_999_999;

/** @throws S3Error for a document that is no LifecycleConfiguration, or that asks for another storage class */
export function readLifecycle(body: XmlElement): LifecycleRules {
  if (body.name !== "LifecycleConfiguration")
    throw new S3Error("MalformedXML", "The body must be a LifecycleConfiguration.");
  const rules = body.children.filter(({ name }) => name === "Rule").map(ruleOf);
  if (rules.length === 0 || rules.length > MOST_RULES)
    throw new S3Error("MalformedXML", `A LifecycleConfiguration must have 1 to ${MOST_RULES} Rules.`);
  if (new Set(rules.map(({ id }) => id)).size < rules.length)
    throw new S3Error("InvalidArgument", "Two rules must not have the same ID.");
  return rules;
}

function ruleOf(rule: XmlElement, index: number): LifecycleRule {
  const child = (name: string) => childOf(rule, name);
  const status = textOf(rule, "Status")?.trim();
  if (status !== "Enabled" && status !== "Disabled")
    throw new S3Error("MalformedXML", "The Status of a rule must be Enabled or Disabled.");
  const transition = child("Transition");
  if (transition !== undefined) dateIn(transition);
  if (transition !== undefined || child("NoncurrentVersionTransition") !== undefined)
    throw notImplemented("storage class to move objects to");
  const id = textOf(rule, "ID") || generatedId(rule, index);
  if (id.length > LONGEST_ID) throw new S3Error("InvalidArgument", `An ID must have at most ${LONGEST_ID} characters.`);
  const filter = filterOf(rule);
  const expiration = expirationOf(child("Expiration"));
  const noncurrent = noncurrentOf(child("NoncurrentVersionExpiration"));
  const abort = child("AbortIncompleteMultipartUpload");
  const abortDays = abort === undefined ? null : daysIn(abort, "DaysAfterInitiation");
  if (expiration === null && noncurrent === null && abortDays === null)
    throw new S3Error("InvalidRequest", "A rule must have an action: an expiration, or the abortion of uploads.");
  const narrows = Object.keys(filter.tags).length > 0 || filter.largerThan !== null || filter.smallerThan !== null;
  if (narrows && (abortDays !== null || (expiration !== null && "deleteMarker" in expiration)))
    throw new S3Error("InvalidRequest", "A rule by tags or size can neither abort uploads nor delete markers.");
  return { id, enabled: status === "Enabled", ...filter, expiration, noncurrent, abortDays };
}

type Filter = Pick<LifecycleRule, "prefix" | "hasOwnPrefix" | "tags" | "largerThan" | "smallerThan">;

function filterOf(rule: XmlElement): Filter {
  const filter = childOf(rule, "Filter");
  const former = textOf(rule, "Prefix");
  if (filter !== undefined && former !== undefined)
    throw new S3Error("MalformedXML", "A rule must have a Filter or a Prefix, not both.");
  if (filter === undefined && former === undefined)
    throw new S3Error("MalformedXML", "A rule must have a Filter or a Prefix; an empty one is for all objects.");
  const both = filter && childOf(filter, "And");
  if (both === undefined && (filter?.children.length ?? 0) > 1)
    throw new S3Error("MalformedXML", "Several conditions of a Filter must be in an And.");
  const conditions = both ?? filter;
  const tags = (conditions?.children ?? []).filter(({ name }) => name === "Tag");
  const pairs = tags.map((tag) => [textOf(tag, "Key") ?? "", textOf(tag, "Value") ?? ""] as const);
  if (new Set(pairs.map(([key]) => key)).size < pairs.length)
    throw new S3Error("InvalidRequest", "Two tags of a rule must not have the same key.");
  return {
    prefix: former ?? (conditions === undefined ? "" : (textOf(conditions, "Prefix") ?? "")),
    hasOwnPrefix: former !== undefined,
    tags: Object.fromEntries(pairs),
    largerThan: bytesIn(conditions, "ObjectSizeGreaterThan"),
    smallerThan: bytesIn(conditions, "ObjectSizeLessThan"),
  };
}

function expirationOf(element: XmlElement | undefined): LifecycleRule["expiration"] {
  if (element === undefined) return null;
  const [days, date, marker] = ["Days", "Date", "ExpiredObjectDeleteMarker"].map((name) =>
    textOf(element, name)?.trim(),
  );
  if ([days, date, marker].filter((each) => each !== undefined).length !== 1)
    throw new S3Error("MalformedXML", "An Expiration must have Days, a Date, or ExpiredObjectDeleteMarker.");
  if (days !== undefined) return { days: daysIn(element, "Days") };
  const at = dateIn(element);
  if (at !== undefined) return { date: at.toISOString() };
  return marker === "true" ? { deleteMarker: true } : null;
}

/** The Date of an action; undefined without one. @throws S3Error */
function dateIn(element: XmlElement): Date | undefined {
  const date = textOf(element, "Date")?.trim();
  if (date === undefined) return undefined;
  const text = /^\d{4}-\d\d-\d\d$/.test(date) ? `${date}T00:00:00Z` : date;
  const at = momentIn(text);
  if (at === undefined) throw new S3Error("MalformedXML", `The Date of an action ${momentFault(text)}.`);
  if (at.getTime() % DAY_MS !== 0)
    throw new S3Error("InvalidArgument", "The Date of an action must be at midnight UTC.");
  return at;
}

function noncurrentOf(element: XmlElement | undefined): LifecycleRule["noncurrent"] {
  if (element === undefined) return null;
  const keep = textOf(element, "NewerNoncurrentVersions")?.trim() ?? "0";
  if (!/^\d+$/.test(keep) || Number(keep) > 100)
    throw new S3Error("InvalidArgument", "NewerNoncurrentVersions must be a whole number from 0 to 100.");
  return { days: daysIn(element, "NoncurrentDays"), keep: Number(keep) };
}

function daysIn(element: XmlElement, name: string): number {
  const text = textOf(element, name)?.trim() ?? "";
  const sentence = `${name} must be a whole number of days from 1 to ${MOST_DAYS}.`;
  if (!/^-?\d+$/.test(text)) throw new S3Error("MalformedXML", sentence);
  if (Number(text) < 1 || Number(text) > MOST_DAYS) throw new S3Error("InvalidArgument", sentence);
  return Number(text);
}

function bytesIn(element: XmlElement | undefined, name: string): number | null {
  const text = element && textOf(element, name)?.trim();
  if (text === undefined) return null;
  if (!/^\d+$/.test(text) || Number(text) > MOST_BYTES)
    throw new S3Error("InvalidArgument", `${name} must be a whole number of bytes from 0 to ${MOST_BYTES}.`);
  return Number(text);
}

/** The same rule gets the same id whenever it is sent. */
function generatedId(rule: XmlElement, index: number): string {
  return createHash("sha256")
    .update(`${index} ${JSON.stringify(rule)}`)
    .digest("hex")
    .slice(0, 32);
}

export function lifecycleXml(rules: LifecycleRules): string {
  return document("LifecycleConfiguration", { Rule: rules.map(ruleXml) });
}

function ruleXml(rule: LifecycleRule) {
  const { id, enabled, prefix, tags, largerThan, smallerThan, expiration, noncurrent, abortDays } = rule;
  const conditions = {
    Prefix: prefix === "" ? undefined : prefix,
    Tag: Object.entries(tags).map(([Key, Value]) => ({ Key, Value })),
    ObjectSizeGreaterThan: largerThan ?? undefined,
    ObjectSizeLessThan: smallerThan ?? undefined,
  };
  const count = Object.values(conditions)
    .flat()
    .filter((each) => each !== undefined).length;
  return {
    ID: id,
    Prefix: rule.hasOwnPrefix ? prefix : undefined,
    Filter: rule.hasOwnPrefix ? undefined : count > 1 ? { And: conditions } : count === 0 ? { Prefix: "" } : conditions,
    Status: enabled ? "Enabled" : "Disabled",
    Expiration: expiration === null ? undefined : expirationXml(expiration),
    NoncurrentVersionExpiration:
      noncurrent === null
        ? undefined
        : {
            NoncurrentDays: noncurrent.days,
            NewerNoncurrentVersions: noncurrent.keep === 0 ? undefined : noncurrent.keep,
          },
    AbortIncompleteMultipartUpload: abortDays === null ? undefined : { DaysAfterInitiation: abortDays },
  };
}

function expirationXml(expiration: NonNullable<LifecycleRule["expiration"]>) {
  if ("days" in expiration) return { Days: expiration.days };
  return "date" in expiration ? { Date: expiration.date } : { ExpiredObjectDeleteMarker: true };
}
