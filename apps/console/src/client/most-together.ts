/**
 * How many queries travel in one request at most: as many as any page asks at once, and no more than one request should
 * cost the server.
 */
export const MOST_TOGETHER = 20;
