/** The input of one's own events: server and browser must ask for the same thing to share the answer. */
export function recentEventsInput(cursor?: string) {
  return { limit: 10, ...(cursor !== undefined && { cursor }) };
}
