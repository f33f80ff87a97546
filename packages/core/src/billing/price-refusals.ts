import { violatedConstraint } from "@fulmar/prisma";
import { conflict, DomainError, invalidField } from "../request/domain-error.ts";

/** SQL of the hour from which a change holds: by default the next one. */
export const VALID_FROM =
  "coalesce($valid_from::timestamptz, date_trunc('hour', now(), 'UTC') + interval '1 hour')::timestamptz(3)";

/** @throws DomainError 404 for a change of prices that had nothing to change */
export function foundPrice<Row>(row: Row | undefined): Row {
  if (row !== undefined) return row;
  throw new DomainError(
    "not_found",
    "There is no such price book, organization, product or change; check the ids and the hour.",
  );
}

/** Says of a change of prices what the database refused. */
export async function refusing<Result>(change: Promise<Result>): Promise<Result> {
  try {
    return await change;
  } catch (error) {
    throw REFUSALS[violatedConstraint(error) ?? ""]?.() ?? error;
  }
}

const notAnHour = () => invalidField("valid_from", "must be a whole hour (UTC)");

const nameTaken = () => conflict("name_taken", "There is a price book with this name; choose another.");

const REFUSALS: Readonly<Record<string, () => DomainError>> = {
  price_past_kept: () => invalidField("valid_from", "must be in the future; what has begun is only followed"),
  price_hour_check: notAnHour,
  price_book_discount_hour_check: notAnHour,
  price_book_assignment_hour_check: notAnHour,
  price_book_discount_standard_check: () => invalidField("book_id", "must be another book than the standard one"),
  price_missing_check: () =>
    invalidField("hourly_price", "is needed in the standard book, and for a cap or a free amount"),
  price_book_pkey: () => conflict("name_taken", "There is a price book with this id; choose another."),
  price_book_name_unique: nameTaken,
  price_book_name_any_case_unique: nameTaken,
  price_book_assignment_book_fkey: () =>
    conflict("conflict", "An organization has, had or will have this price book, so it stays; rename it instead."),
};
