// The price books of the installation: prices with the hour from which they hold.
import { z } from "zod";
import { DecimalText } from "../billing/usage.ts";
import { OrganizationId } from "../console/organization.ts";
import { defineOperation } from "../declaration/operation.ts";
import { AMOUNT, decimal } from "../values/decimal.ts";
import { Moment, ResourceId, Timestamp } from "../values/fields.ts";
import { keptAs } from "../values/normal-form.ts";

const shared = {
  family: "Operator",
  resource: "price_book",
  audience: "operator",
  subject: "installation",
} as const;
const books = "/operator/price-books";
const book = `${books}/{book_id}` as const;
const oneBook = { book_id: ResourceId };

const ValidFrom = Moment.describe("A whole hour (UTC) in the future. Left out: the next hour.");
const Amount = decimal(AMOUNT, "must be an amount such as 0.0125, with at most 8 decimals");

export const OperatorPrice = z
  .strictObject({
    sku_code: z.string(),
    /** Null for a product that is no longer sold. */
    name: z.string().nullable(),
    unit: z.string().nullable(),
    /** 1970 for a price that held from the beginning. */
    valid_from: Timestamp,
    /** Null: the standard price less the book's discount holds again. */
    hourly_price: DecimalText.nullable(),
    /** The most that one unit of one resource costs in a calendar month (UTC). */
    monthly_cap: DecimalText.nullable(),
    /** The units of an organization that are free in every hour; of transfer, in a calendar month (UTC). */
    free_quantity: DecimalText.nullable(),
    time: z.enum(["past", "present", "future"]),
  })
  .meta({ id: "OperatorPrice" });
export type OperatorPrice = z.infer<typeof OperatorPrice>;

export const OperatorPriceBook = z
  .strictObject({
    book_id: z.string(),
    name: z.string(),
    /** What it gives off the standard prices now, for products without a price of its own. */
    percent_off: DecimalText.nullable(),
    discounts: z.array(z.strictObject({ valid_from: Timestamp, percent_off: DecimalText })),
    /** How many organizations have it now. The standard book is for all others and counts none. */
    organizations: z.int(),
    /** Of all its prices: an installation has one. */
    currency: z.string(),
    created_at: Timestamp,
  })
  .meta({ id: "OperatorPriceBook" });
export type OperatorPriceBook = z.infer<typeof OperatorPriceBook>;

export const OperatorPriceBookDetail = OperatorPriceBook.extend({
  prices: z.array(OperatorPrice),
  /** What is sold and has no price in the book. Without one in the standard book it is not sold. */
  unpriced: z.array(OperatorPrice.pick({ sku_code: true }).extend({ name: z.string(), unit: z.string() })),
}).meta({ id: "OperatorPriceBookDetail" });
export type OperatorPriceBookDetail = z.infer<typeof OperatorPriceBookDetail>;

const operatorPriceBookList = defineOperation({
  ...shared,
  id: "operatorPriceBook.list",
  method: "GET",
  path: books,
  summary: "List the price books",
  output: z.array(OperatorPriceBook),
});

const operatorPriceBookGet = defineOperation({
  ...shared,
  id: "operatorPriceBook.get",
  method: "GET",
  path: book,
  summary: "Get a price book with its prices, including past and future ones",
  params: oneBook,
  output: OperatorPriceBookDetail,
  errors: ["not_found"],
});

export const NewPriceBook = z
  .strictObject({
    book_id: z
      .string()
      .regex(/^[a-z0-9][a-z0-9-]{0,62}$/, "must be 1 to 63 small letters, digits and hyphens, such as partners"),
    name: keptAs("trim", z.string().trim().min(1).max(100)),
  })
  .meta({ id: "NewPriceBook", examples: [{ book_id: "partners", name: "Partners" }] });

const operatorPriceBookCreate = defineOperation({
  ...shared,
  id: "operatorPriceBook.create",
  method: "POST",
  path: books,
  summary: "Create a price book for named organizations",
  description: "Its products cost what they do in the standard book, until it has a discount or prices of its own.",
  success: 201,
  body: NewPriceBook,
  output: OperatorPriceBookDetail,
  errors: ["conflict"],
});

export const PriceBookRename = z
  .strictObject({ name: keptAs("trim", z.string().trim().min(1).max(100)) })
  .meta({ id: "PriceBookRename", examples: [{ name: "Partners 2027" }] });

const operatorPriceBookRename = defineOperation({
  ...shared,
  id: "operatorPriceBook.rename",
  method: "PATCH",
  path: book,
  summary: "Rename a price book",
  params: oneBook,
  body: PriceBookRename,
  output: OperatorPriceBookDetail,
  errors: ["not_found", "conflict"],
});

const operatorPriceBookRemove = defineOperation({
  ...shared,
  id: "operatorPriceBook.remove",
  method: "DELETE",
  path: book,
  summary: "Remove a price book that was never assigned to an organization",
  params: oneBook,
  output: z.strictObject(oneBook),
  errors: ["not_found", "conflict"],
});

export const PriceBookDiscount = z
  .strictObject({
    percent_off: decimal(
      /^0*(100(\.0+)?|\d{1,2}(\.\d{1,2}0*)?)$/,
      "must be from 0 to 100, with at most 2 digits behind the point, such as 12.5",
    ),
    valid_from: ValidFrom.optional(),
  })
  .meta({ id: "PriceBookDiscount", examples: [{ percent_off: "20", valid_from: "2030-01-01T00:00:00Z" }] });

const operatorPriceBookSetDiscount = defineOperation({
  ...shared,
  id: "operatorPriceBook.setDiscount",
  method: "PUT",
  path: `${book}/discount`,
  summary: "Set the discount of a price book on the standard prices, from a given hour",
  params: oneBook,
  body: PriceBookDiscount,
  output: OperatorPriceBookDetail,
  errors: ["not_found"],
});

const operatorPriceBookRemoveDiscount = defineOperation({
  ...shared,
  id: "operatorPriceBook.removeDiscount",
  method: "DELETE",
  path: `${book}/discounts/{valid_from}`,
  summary: "Take back a discount that has not begun",
  params: { ...oneBook, valid_from: Moment },
  output: OperatorPriceBookDetail,
  errors: ["not_found"],
});

export const PriceChange = z
  .strictObject({
    hourly_price: Amount.nullable().describe(
      "For one unit and hour. Null in a book other than the standard one ends its own price.",
    ),
    monthly_cap: Amount.nullable().default(null),
    free_quantity: Amount.nullable().default(null),
    valid_from: Moment.describe(
      "A whole hour (UTC) in the future. Left out: the next hour; the first standard price of a product holds at once.",
    ).optional(),
  })
  .meta({
    id: "PriceChange",
    examples: [{ hourly_price: "0.0125", monthly_cap: "8", valid_from: "2030-01-01T00:00:00Z" }],
  });

const operatorPriceBookSetPrice = defineOperation({
  ...shared,
  id: "operatorPriceBook.setPrice",
  method: "PUT",
  path: `${book}/prices/{sku_code}`,
  summary: "Set the price of a product in a price book, from a given hour",
  description:
    "A price that begins in the same hour is replaced. A price that has begun cannot be changed, only " +
    "followed by another.",
  params: { ...oneBook, sku_code: ResourceId },
  body: PriceChange,
  output: OperatorPriceBookDetail,
  errors: ["not_found"],
});

const Bills = { before: DecimalText, after: DecimalText, difference: DecimalText };

export const PricePreview = z
  .strictObject({
    organizations: z.array(z.strictObject({ organization_id: z.string(), organization_name: z.string(), ...Bills })),
    /** How many bills change. */
    changed: z.int(),
    /** The sums over all organizations. */
    ...Bills,
  })
  .meta({ id: "PricePreview" });
export type PricePreview = z.infer<typeof PricePreview>;

const operatorPriceBookPreview = defineOperation({
  ...shared,
  id: "operatorPriceBook.preview",
  method: "POST",
  path: `${book}/preview`,
  safe: true,
  summary: "Preview how a price would change this month's bills",
  description:
    "An estimate, as if the price had applied all month and everything charged now continued until its " +
    "end. The organizations whose bills change most come first.",
  params: oneBook,
  body: z
    .strictObject({
      sku_code: ResourceId,
      hourly_price: Amount.nullable(),
      monthly_cap: Amount.nullable().default(null),
      free_quantity: Amount.nullable().default(null),
    })
    .meta({ id: "PricePreviewRequest", examples: [{ sku_code: "volume.ssd", hourly_price: "0.0125" }] }),
  output: PricePreview,
  errors: ["not_found"],
});

const operatorPriceBookPreviewDiscount = defineOperation({
  ...shared,
  id: "operatorPriceBook.previewDiscount",
  method: "POST",
  path: `${book}/discount/preview`,
  safe: true,
  summary: "Preview how a discount would change this month's bills",
  description: "An estimate, as for a price.",
  params: oneBook,
  body: PriceBookDiscount.pick({ percent_off: true }).meta({
    id: "DiscountPreviewRequest",
    examples: [{ percent_off: "20" }],
  }),
  output: PricePreview,
  errors: ["not_found"],
});

const operatorPriceBookRemovePrice = defineOperation({
  ...shared,
  id: "operatorPriceBook.removePrice",
  method: "DELETE",
  path: `${book}/prices/{sku_code}/{valid_from}`,
  summary: "Take back a price that has not begun",
  params: { ...oneBook, sku_code: ResourceId, valid_from: Moment },
  output: OperatorPriceBookDetail,
  errors: ["not_found"],
});

/** Which price book an organization has from an hour on. */
const PriceBookAssignment = z.strictObject({ book_id: z.string(), valid_from: Timestamp });

const ofOrganization = { ...shared, resource: "organization" } as const;
const assignments = "/operator/organizations/{organization_id}/price-books";
const Assignments = z.array(PriceBookAssignment);

const operatorOrganizationPriceBooks = defineOperation({
  ...ofOrganization,
  id: "operatorOrganization.priceBooks",
  method: "GET",
  path: assignments,
  summary: "List the past, current and future price books of an organization",
  description: "An organization without one has the standard book.",
  params: { organization_id: OrganizationId },
  output: Assignments,
  errors: ["not_found"],
});

export const PriceBookChoice = z
  .strictObject({ book_id: ResourceId, valid_from: ValidFrom.optional() })
  .meta({ id: "PriceBookChoice", examples: [{ book_id: "partners" }] });

const operatorOrganizationSetPriceBook = defineOperation({
  ...ofOrganization,
  id: "operatorOrganization.setPriceBook",
  method: "PUT",
  path: assignments,
  summary: "Assign a price book to an organization, from a given hour",
  description: "Assign the standard book to end the current one.",
  params: { organization_id: OrganizationId },
  body: PriceBookChoice,
  output: Assignments,
  errors: ["not_found"],
});

const operatorOrganizationPreviewPriceBook = defineOperation({
  ...ofOrganization,
  id: "operatorOrganization.previewPriceBook",
  method: "POST",
  path: `${assignments}/preview`,
  safe: true,
  summary: "Say what the prices of a book would do to the bill of an organization, had it had them all month",
  description: "An estimate, as for a price.",
  params: { organization_id: OrganizationId },
  body: PriceBookChoice.pick({ book_id: true }).meta({
    id: "PriceBookPreviewRequest",
    examples: [{ book_id: "partners" }],
  }),
  output: PricePreview,
  errors: ["not_found"],
});

const operatorOrganizationRemovePriceBook = defineOperation({
  ...ofOrganization,
  id: "operatorOrganization.removePriceBook",
  method: "DELETE",
  path: `${assignments}/{valid_from}`,
  summary: "Remove a future price book of an organization",
  params: { organization_id: OrganizationId, valid_from: Moment },
  output: Assignments,
  errors: ["not_found"],
});

export const operatorPriceOperations = [
  operatorPriceBookList,
  operatorPriceBookGet,
  operatorPriceBookCreate,
  operatorPriceBookRename,
  operatorPriceBookRemove,
  operatorPriceBookSetDiscount,
  operatorPriceBookRemoveDiscount,
  operatorPriceBookSetPrice,
  operatorPriceBookPreview,
  operatorPriceBookPreviewDiscount,
  operatorPriceBookRemovePrice,
  operatorOrganizationPriceBooks,
  operatorOrganizationPreviewPriceBook,
  operatorOrganizationSetPriceBook,
  operatorOrganizationRemovePriceBook,
] as const;
