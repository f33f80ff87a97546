import { z } from "zod";
import { Name, SEEN, SEEN_ALONE } from "../values/fields.ts";

export const Email = z.email("must be an e-mail address").max(254).toLowerCase();

/** The minimum resists guessing, and the maximum keeps hashing cheap. */
export const Password = z
  .string()
  .min(10, "must have at least 10 characters")
  .max(128, "must have at most 128 characters");

/** A user's name, as others see it. */
export const PersonName = z
  .string()
  .trim()
  .min(1, "is required")
  .max(100, "must have at most 100 characters")
  .regex(SEEN, SEEN_ALONE)
  .refine((name) => name === "" || /\S/.test(name.replaceAll(/\u200c|\u200d/g, "")), "is required");

export const SignIn = z.strictObject({
  email: Email,
  password: z.string().min(1, "is required").max(128, "must have at most 128 characters"),
});
export type SignIn = z.infer<typeof SignIn>;

/** The setup form of an installation: a user, an organization and its first workspace. */
export const FirstUser = z.strictObject({
  name: PersonName,
  email: Email,
  password: Password,
  organization_name: Name,
  workspace_name: Name,
  /** Required in production. The operator has it. */
  setup_token: z.string().trim().max(128, "must be the one that the operator made").optional(),
});
export type FirstUser = z.infer<typeof FirstUser>;
