import type { WalletRecord } from "@fulmar/contract";
import type { Answer } from "../command.ts";

/** A wallet as every command about it tells it. */
export function walletAnswer({ suspension, ...wallet }: WalletRecord): Answer {
  return {
    ...wallet,
    suspended_at: suspension?.at ?? null,
    suspended_by: suspension?.by ?? null,
    suspended_reason: suspension?.reason ?? null,
  };
}
