/**
 * SQL: the moment until which something is due now. Columns keep milliseconds, half of them rounded up, so that what
 * was made due just now can seem to be due only in a moment.
 */
export const DUE = "now() + interval '1 millisecond'";
