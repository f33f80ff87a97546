import type { z } from "zod";
import type { FieldError } from "../declaration/errors.ts";

/**
 * What a schema found wrong, field by field, as sentences without their subject: the API and the console's forms say
 * the same.
 */
export function fieldErrorsOf(error: z.ZodError): FieldError[] {
  return error.issues.filter((issue) => !isOvertaken(issue, error.issues)).flatMap(toFieldErrors);
}

/** Beyond what JavaScript counts in whole numbers is also beyond the field's own bound, which says more. */
function isOvertaken(issue: z.core.$ZodIssue, all: readonly z.core.$ZodIssue[]): boolean {
  const path = issue.path.join();
  return (
    "origin" in issue && issue.origin === "int" && all.some((other) => other !== issue && other.path.join() === path)
  );
}

/** What is said, of whatever kind the field is, where nothing was sent and something must be. */
const NOTHING = /^(is required|must not be empty|must have at least 1 item)\b/;

/** Whether a message is about nothing at all having been sent: where one chooses, that is mended by choosing. */
export function asksForSomething(message: string): boolean {
  return NOTHING.test(message);
}

function toFieldErrors(issue: z.core.$ZodIssue): FieldError[] {
  const path = issue.path.map(String).join(".");
  if (issue.code === "unrecognized_keys")
    return issue.keys.map((key) => ({ field: path === "" ? key : `${path}.${key}`, message: "is not known here" }));
  return [{ field: path, message: sentenceOf(issue) }];
}

/**
 * zod's own messages, which speak of values and types, begin like this; a schema's message of its own says it better.
 */
const GENERIC = /^(Invalid|Too small|Too big|Unrecognized)/;

function sentenceOf(issue: z.core.$ZodIssue): string {
  if (!GENERIC.test(issue.message)) return issue.message;
  if (issue.code === "invalid_type")
    return issue.message.endsWith("received undefined") ? "is required" : `must be ${withArticle(issue.expected)}`;
  if (issue.code === "invalid_value") return `must be one of ${issue.values.map(String).join(", ")}`;
  if (issue.code === "too_small")
    return issue.origin === "string" && issue.minimum === 1
      ? "must not be empty"
      : `must ${bound(issue.origin, "at least", issue.minimum)}`;
  if (issue.code === "too_big") return `must ${bound(issue.origin, "at most", issue.maximum)}`;
  if (issue.code === "invalid_key") return `as a name ${firstOf(issue.issues)}`;
  // What is none of several things is told what the first of them would be.
  if (issue.code === "invalid_union") return firstOf(issue.errors[0] ?? []);
  return issue.message;
}

function firstOf([issue]: readonly z.core.$ZodIssue[]): string {
  return issue === undefined ? "is not allowed" : sentenceOf(issue);
}

function bound(origin: string, word: string, limit: number | bigint): string {
  if (origin === "string") return `have ${word} ${limit} characters`;
  if (origin === "array") return `have ${word} ${limit} ${limit === 1 ? "item" : "items"}`;
  return `be ${word} ${limit}`;
}

function withArticle(type: string): string {
  const name = type === "int" ? "whole number" : type;
  return `${/^[aeiou]/.test(name) ? "an" : "a"} ${name}`;
}
