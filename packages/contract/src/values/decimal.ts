import { z } from "zod";
import { keptAs } from "./normal-form.ts";

/**
 * A decimal that a request states as text, such as "25.50". Spaces around it are left out.
 * @param says the form in words, with an example
 */
export function decimal(shape: RegExp, says: string): z.ZodString {
  return keptAs("decimal", z.string().trim().regex(shape, says));
}

/** The form of an amount that may be 0. */
export const AMOUNT = /^\d{1,10}(\.\d{1,8})?$/;
/** The form of one that may not. */
export const AMOUNT_ABOVE_ZERO = /^(?=.*[1-9])\d{1,10}(\.\d{1,8})?$/;
