import type { StoredObject } from "@fulmar/contract";

/** Until when nobody can delete the object, or null if it is not retained. */
export function retainedUntil({ retained_until }: Pick<StoredObject, "retained_until">): Date | null {
  if (retained_until === null) return null;
  const until = new Date(retained_until);
  return until.getTime() > Date.now() ? until : null;
}

/** Why a retained object cannot be deleted now, or null if it can be. */
export function retentionRefusal(object: Pick<StoredObject, "retained_until">): string | null {
  const until = retainedUntil(object);
  if (until === null) return null;
  return `It is retained until ${until.toLocaleString(undefined, { dateStyle: "medium", timeStyle: "short" })}; it can be deleted after that.`;
}
