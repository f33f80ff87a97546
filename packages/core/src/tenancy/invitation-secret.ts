import { createHash, randomBytes } from "node:crypto";

/** The secret of an invitation's link: 32 random bytes, which nobody guesses. */
export function newInvitationSecret(): string {
  return randomBytes(32).toString("base64url");
}

/** What is kept of it. A random secret needs no slow hash. */
export function hashInvitationSecret(secret: string): Buffer {
  return createHash("sha256").update(secret).digest();
}
