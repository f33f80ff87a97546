import { RESTORE_DAYS } from "@fulmar/contract";

/** How long what was deleted can be restored, in SQL; a reconciler destroys it afterwards. */
export const RESTORE_WINDOW = `interval '${RESTORE_DAYS} days'`;

/** Until when something that was deleted then can be restored, as the wire has it. */
export function restorableUntil(deletedAt: Date): string {
  return new Date(deletedAt.getTime() + RESTORE_DAYS * 86_400_000).toISOString();
}
