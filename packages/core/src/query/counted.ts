/** SQL: a sum that is at most JavaScript's largest whole number, so that no answer has a larger one. */
export const counted = (sum: string) => `least(${sum}, ${Number.MAX_SAFE_INTEGER})`;
