import { type Membership, WALLET_READER_ROLES } from "@fulmar/contract";

/** Whether a user may see the wallet of their organization. */
export function mayReadWallet({ role }: Pick<Membership, "role">): boolean {
  return WALLET_READER_ROLES.includes(role);
}
