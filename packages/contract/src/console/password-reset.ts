import { z } from "zod";
import { Email, Password } from "./first-user.ts";

export const ForgottenPassword = z.strictObject({ email: Email });

/** A new password, by the secret of the link that was mailed. */
export const NewPassword = z.strictObject({
  token: z.string().min(1, "is required").max(128, "must be the one of the link"),
  password: Password,
});
