import type { ZxcvbnFactory } from "@zxcvbn-ts/core";
import { invalidField } from "../request/domain-error.ts";

/** zxcvbn's scores go from 0 to 4. Below 3, a password is guessed within a hundred million attempts. */
const SAFE_SCORE = 3;
/** Shorter names occur in many words. */
const TELLING_NAME = 4;
const PRODUCT = "fulmar";

let strength: Promise<ZxcvbnFactory> | undefined;

/**
 * Refuses a password that is known from data breaches or resembles one, and a password that contains the name of its
 * user or of the product.
 * @param field the form field that holds the password
 * @throws DomainError 400 `weak_password` that names the field
 */
export async function refuseWeakPassword(password: string, email: string, field: string): Promise<void> {
  const lower = password.toLowerCase();
  const [name = ""] = email.toLowerCase().split("@");
  if (name.length >= TELLING_NAME && lower.includes(name))
    throw weak(field, "must not contain the name in your e-mail address");
  if (lower.includes(PRODUCT)) throw weak(field, "must not contain the name of this product");
  strength ??= load();
  if ((await strength).check(password).score < SAFE_SCORE)
    throw weak(field, "is known from data breaches or easy to guess; choose another");
}

/** The list of 49,000 leaked passwords takes memory, and most processes never check a password. */
async function load(): Promise<ZxcvbnFactory> {
  const [{ ZxcvbnFactory }, { adjacencyGraphs, dictionary }] = await Promise.all([
    import("@zxcvbn-ts/core"),
    import("@zxcvbn-ts/language-common"),
  ]);
  return new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs });
}

function weak(field: string, message: string) {
  return invalidField(field, message, "weak_password");
}
