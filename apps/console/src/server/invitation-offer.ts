import "server-only";
import type { InvitationOffer } from "@fulmar/contract";
import { readInvitation } from "@fulmar/core";
import { isDomainError } from "./answer.ts";
import { services } from "./services.ts";

/** What an invitation's link offers, or why it offers nothing. */
export async function invitationOffer(token: string): Promise<{ offer: InvitationOffer } | { refusal: string }> {
  try {
    return { offer: await readInvitation(services().database, token) };
  } catch (error) {
    if (isDomainError(error)) return { refusal: error.message };
    throw error;
  }
}
