/**
 * SQL: whatever is due before this moment is due now. Columns keep milliseconds and may round up, so a row that became
 * due just now can seem to be due in a moment.
 */
export const DUE = "now() + interval '1 millisecond'";
