/** Input of the user's own events. Server and browser must use the same input to share the cached answer. */
export function recentEventsInput(cursor?: string) {
  return { limit: 10, ...(cursor !== undefined && { cursor }) };
}
