/** What is due until then is due now. Columns keep milliseconds, rounded, so that a row that was made due just now can seem to be so only in a moment. */
export const DUE = "now() + interval '1 millisecond'";
