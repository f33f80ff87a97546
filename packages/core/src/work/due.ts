/**
 * SQL: anything due before this time is due now. Columns keep milliseconds and may round up, so a row that just became
 * due could seem to be due in a moment.
 */
export const DUE = "now() + interval '1 millisecond'";
