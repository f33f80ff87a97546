import type { z } from "zod";
import type { FieldError } from "../declaration/errors.ts";

/**
 * The errors that a schema found, by field, as sentences without their subject. The API and the console's forms share
 * them.
 */
export function fieldErrorsOf({ issues }: z.ZodError): FieldError[] {
  // A body of a megabyte can have thousands, so each is looked at once.
  const issuesAt = new Map<string, number>();
  for (const { path } of issues) issuesAt.set(path.join(), (issuesAt.get(path.join()) ?? 0) + 1);
  const errors = new Map<string, FieldError>();
  for (const issue of issues) {
    if (isOvertaken(issue, issuesAt.get(issue.path.join()) ?? 0)) continue;
    // A value that fails two checks which say the same has one error.
    for (const error of toFieldErrors(issue)) {
      const key = JSON.stringify([error.field, error.message]);
      if (!errors.has(key)) errors.set(key, error);
    }
  }
  return [...errors.values()];
}

/**
 * A number beyond JavaScript's safe integers also exceeds the field's own bound. The message of that bound is more
 * useful.
 */
function isOvertaken(issue: z.core.$ZodIssue, atItsPath: number): boolean {
  return "origin" in issue && issue.origin === "int" && atItsPath > 1;
}

function toFieldErrors(issue: z.core.$ZodIssue): FieldError[] {
  const path = issue.path.map(String).join(".");
  if (issue.code === "unrecognized_keys")
    return issue.keys.map((key) => ({ field: path === "" ? key : `${path}.${key}`, message: "is not known here" }));
  return [{ field: path, message: sentenceOf(issue) }];
}

/** zod's generic messages begin like this. A schema's own message is more useful. */
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
  // An invalid union reports the errors of its first option.
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
