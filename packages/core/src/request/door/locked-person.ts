/** SQL: whether an operator has locked one of these people. @param users expressions of their ids, which may be NULL */
export function isLocked(...users: readonly string[]): string {
  return `EXISTS (SELECT FROM person_lock pl WHERE pl.user_id IN (${users.join(", ")}))`;
}
