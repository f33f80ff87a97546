/**
 * The most queries per request: as many as any page sends at once, and a limit on what one request costs the server.
 */
export const MOST_TOGETHER = 20;
