import { momentFault } from "@fulmar/contract";
import { momentIn } from "../protocol/dates.ts";
import { S3Error } from "../protocol/s3-error.ts";
import type { SizeRange } from "./limited.ts";
import type { PostForm } from "./read-form.ts";

/** AWS: one POST uploads at most 5 GB. */
const LARGEST_FILE = 5 * 1024 ** 3;
/**
 * Fields that need no condition (AWS: all others do), nor do the fields of Signature Version 2, nor checksums, which
 * change nothing about an object.
 */
const UNCONDITIONAL = /^(?:x-amz-signature|policy|file|x-ignore-.*|awsaccesskeyid|signature|x-amz-checksum-.*)$/s;
/** AWS: a policy is JSON with two more escapes. */
const ESCAPES: Readonly<Record<string, string>> = { $: "$", v: "\\u000b" };

interface Condition {
  readonly kind: "eq" | "starts-with";
  /** In lower case. */
  readonly field: string;
  readonly value: string;
}

interface PostPolicy {
  readonly expiration: Date;
  readonly conditions: readonly Condition[];
  readonly range: SizeRange;
}

/**
 * Checks that a form is as its policy says (AWS: POST Policy): the policy has not expired, all conditions are met, and
 * every field has one. The bucket counts as a field.
 * @param policyText the field policy, in base64
 * @returns how many bytes the file may have @throws S3Error AccessDenied or InvalidPolicyDocument
 */
export function checkPolicy(policyText: string, fields: PostForm["fields"], bucketName: string, now: Date): SizeRange {
  const { expiration, conditions, range } = readPolicy(policyText);
  if (now >= expiration) throw refused("Policy expired.");
  const values = new Map([...fields, ["bucket", bucketName]]);
  // A condition says how each content type begins. There may be many of both, so what all begin with is found once.
  const beginning = commonBeginning((values.get("content-type") ?? "").split(",").map((part) => part.trim()));
  const beginningOf = (field: string) => (field === "content-type" ? beginning : (values.get(field) ?? ""));
  const failed = conditions.find(
    (condition) => !isMet(condition, values.get(condition.field), beginningOf(condition.field)),
  );
  if (failed !== undefined) {
    const text = [failed.kind, `$${failed.field}`, failed.value].map((part) => JSON.stringify(part)).join(", ");
    throw refused(`Policy Condition failed: [${text}]`);
  }
  const named = new Set(conditions.map(({ field }) => field));
  const extra = [...values.keys()].filter((name) => !named.has(name) && !UNCONDITIONAL.test(name));
  if (extra.length > 0) throw refused(`Extra input fields: ${extra.join(", ")}`);
  return range;
}

/**
 * A field that is missing meets only the condition that any value meets. AWS: commas in Content-Type separate values
 * each of which must start so; in other fields they mean nothing.
 */
function isMet({ kind, value }: Condition, actual: string | undefined, beginning: string): boolean {
  if (actual === undefined) return kind === "starts-with" && value === "";
  return kind === "eq" ? actual === value : beginning.startsWith(value);
}

/** The longest text that all texts begin with. */
function commonBeginning([first = "", ...others]: readonly string[]): string {
  let length = first.length;
  for (const other of others) {
    let same = 0;
    while (same < length && first[same] === other[same]) same++;
    length = same;
  }
  return first.slice(0, length);
}

function readPolicy(policyText: string): PostPolicy {
  const policy = parsed(policyText);
  if (!isRecord(policy)) throw invalid("it must be an object.");
  const { expiration, conditions } = policy;
  const expires = typeof expiration === "string" ? momentIn(expiration) : undefined;
  if (expires === undefined) throw invalid(`expiration ${momentFault(expiration)}.`);
  if (!Array.isArray(conditions)) throw invalid("conditions must be a list.");
  const read = conditions.map(readCondition);
  const ranges = read.filter((condition) => "most" in condition);
  return {
    expiration: expires,
    conditions: read.filter((condition) => "kind" in condition),
    range: {
      least: Math.max(0, ...ranges.map(({ least }) => least)),
      most: Math.min(LARGEST_FILE, ...ranges.map(({ most }) => most)),
    },
  };
}

/** AWS: names of fields and of conditions are matched in any case. */
function readCondition(condition: unknown): Condition | SizeRange {
  if (isRecord(condition)) {
    const [[field, value] = ["", undefined], ...others] = Object.entries(condition);
    if (typeof value !== "string" || others.length > 0)
      throw invalid("a condition that is an object must have one field, whose value is text.");
    return { kind: "eq", field: field.toLowerCase(), value };
  }
  if (!Array.isArray(condition) || condition.length !== 3)
    throw invalid("a condition that is a list must have 3 items.");
  const [name, first, second]: unknown[] = condition;
  const kind = typeof name === "string" ? name.toLowerCase() : "";
  if (kind === "content-length-range") return { least: countOf(first), most: countOf(second) };
  if (kind !== "eq" && kind !== "starts-with")
    throw invalid("the conditions are eq, starts-with and content-length-range.");
  if (typeof first !== "string" || !first.startsWith("$") || typeof second !== "string")
    throw invalid(`${kind} must have a field, which begins with $, and text.`);
  return { kind, field: first.slice(1).toLowerCase(), value: second };
}

function countOf(value: unknown): number {
  const text = typeof value === "number" ? String(value) : value;
  if (typeof text !== "string" || !/^\d+$/.test(text))
    throw invalid("content-length-range must have two whole numbers of bytes, 0 or more.");
  return Number(text);
}

function parsed(policyText: string): unknown {
  if (!/^[A-Za-z0-9+/\s]*(?:=\s*){0,2}$/.test(policyText)) throw invalid("it must be in base64.");
  const json = Buffer.from(policyText, "base64").toString("utf8");
  try {
    return JSON.parse(json.replace(/\\(.)/gs, (whole, letter: string) => ESCAPES[letter] ?? whole));
  } catch {
    throw invalid("it must be JSON.");
  }
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function refused(why: string): S3Error {
  return new S3Error("AccessDenied", `Invalid according to Policy: ${why}`);
}

function invalid(why: string): S3Error {
  return new S3Error("InvalidPolicyDocument", `Invalid Policy: ${why}`);
}
