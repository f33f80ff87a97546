import "server-only";
import type { InvitationOffer } from "@fulmar/contract";
import { DomainError, readInvitation } from "./domain.ts";
import { services } from "./services.ts";

/** The offer of an invitation's link, or why it is invalid. */
export async function invitationOffer(token: string): Promise<{ offer: InvitationOffer } | { refusal: string }> {
  try {
    return { offer: await readInvitation(services().database, token) };
  } catch (error) {
    if (error instanceof DomainError) return { refusal: error.message };
    throw error;
  }
}
