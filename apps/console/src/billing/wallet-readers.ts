import { type Membership, WALLET_READER_ROLES } from "@fulmar/contract";

/** Whether a person sees what their organization has and owes. */
export function mayReadWallet({ role }: Pick<Membership, "role">): boolean {
  return WALLET_READER_ROLES.includes(role);
}
