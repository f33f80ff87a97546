// The price books, as who runs the installation sets them (docs/adr/0113).
import { OperatorPrice, type OperatorPriceBook, type PricePreview } from "@fulmar/contract";
import type { Sql } from "@fulmar/prisma";
import {
  assignPriceBook,
  createPriceBook,
  listAssignments,
  listPriceBooks,
  listPrices,
  listUnpriced,
  previewPrices,
  removeDiscount,
  removePrice,
  removePriceBook,
  renamePriceBook,
  setDiscount,
  setPrice,
  unassignPriceBook,
} from "../billing/index.ts";
import { toTimestamp, wireForm } from "../query/wire-form.ts";
import type { Handler } from "../request/context.ts";
import { DomainError } from "../request/domain-error.ts";
import { requireOrganization } from "./organizations.ts";

const shownPrice = wireForm(OperatorPrice);
const moment = (text: string | undefined) => (text === undefined ? undefined : new Date(text));

async function books(sql: Sql): Promise<OperatorPriceBook[]> {
  return (await listPriceBooks({ sql })).map(({ discounts, created_at, ...book }) => ({
    ...book,
    discounts: discounts.map(({ valid_from, percent_off }) => ({ valid_from: toTimestamp(valid_from), percent_off })),
    created_at: toTimestamp(created_at),
  }));
}

/** @throws DomainError 404 */
async function readBook(sql: Sql, bookId: string) {
  const [all, prices, unpriced] = await Promise.all([
    books(sql),
    listPrices({ sql }, { book_id: bookId }),
    listUnpriced({ sql }, bookId),
  ]);
  const book = all.find(({ book_id }) => book_id === bookId);
  if (book === undefined) throw new DomainError("not_found", "There is no such price book; check its id.");
  const shown = prices.map(({ time, ...price }) => shownPrice({ ...price, time: Time.parse(time) }));
  return { ...book, prices: shown, unpriced };
}

const Time = OperatorPrice.shape.time;

/** @throws DomainError 404 without such an organization */
async function assignmentsOf(sql: Sql, organization_id: string) {
  const [rows] = await Promise.all([
    listAssignments({ sql }, { organization_id }),
    requireOrganization(sql, organization_id),
  ]);
  return rows.map(({ book_id, valid_from }) => ({ book_id, valid_from: toTimestamp(valid_from) }));
}

export const listBooks: Handler<"operatorPriceBook.list"> = ({ sql }) => books(sql);

export const getBook: Handler<"operatorPriceBook.get"> = ({ sql }, { book_id }) => readBook(sql, book_id);

export const createBook: Handler<"operatorPriceBook.create"> = async ({ sql }, book) => {
  await createPriceBook({ sql }, book);
  return readBook(sql, book.book_id);
};

export const renameBook: Handler<"operatorPriceBook.rename"> = async ({ sql }, book) => {
  await readBook(sql, book.book_id);
  await renamePriceBook({ sql }, book);
  return readBook(sql, book.book_id);
};

export const removeBook: Handler<"operatorPriceBook.remove"> = async ({ sql }, { book_id }) => {
  await removePriceBook({ sql }, book_id);
  return { book_id };
};

export const setBookDiscount: Handler<"operatorPriceBook.setDiscount"> = async ({ sql }, { valid_from, ...change }) => {
  await setDiscount({ sql }, { ...change, valid_from: moment(valid_from) });
  return readBook(sql, change.book_id);
};

export const removeBookDiscount: Handler<"operatorPriceBook.removeDiscount"> = async ({ sql }, { book_id, ...of }) => {
  await removeDiscount({ sql }, { book_id, valid_from: new Date(of.valid_from) });
  return readBook(sql, book_id);
};

export const setBookPrice: Handler<"operatorPriceBook.setPrice"> = async ({ sql }, { valid_from, ...change }) => {
  await setPrice({ sql }, { ...change, valid_from: moment(valid_from) });
  return readBook(sql, change.book_id);
};

async function preview(...asked: Parameters<typeof previewPrices>): Promise<PricePreview> {
  const { organizations, ...sums } = await previewPrices(...asked);
  return { organizations: [...organizations], ...sums };
}

export const previewBookPrice: Handler<"operatorPriceBook.preview"> = ({ rehearse }, change) =>
  preview({ rehearse }, (tried) => setPrice(tried, change));

export const previewBookDiscount: Handler<"operatorPriceBook.previewDiscount"> = ({ rehearse }, change) =>
  preview({ rehearse }, (tried) => setDiscount(tried, change));

export const previewOrganizationBook: Handler<"operatorOrganization.previewPriceBook"> = ({ rehearse }, change) =>
  preview({ rehearse }, (tried) => assignPriceBook(tried, change));

export const removeBookPrice: Handler<"operatorPriceBook.removePrice"> = async ({ sql }, { valid_from, ...of }) => {
  await removePrice({ sql }, { ...of, valid_from: new Date(valid_from) });
  return readBook(sql, of.book_id);
};

export const listOrganizationBooks: Handler<"operatorOrganization.priceBooks"> = ({ sql }, { organization_id }) =>
  assignmentsOf(sql, organization_id);

export const setOrganizationBook: Handler<"operatorOrganization.setPriceBook"> = async (
  { sql },
  { valid_from, ...change },
) => {
  await assignPriceBook({ sql }, { ...change, valid_from: moment(valid_from) });
  return assignmentsOf(sql, change.organization_id);
};

export const removeOrganizationBook: Handler<"operatorOrganization.removePriceBook"> = async (
  { sql },
  { organization_id, valid_from },
) => {
  await unassignPriceBook({ sql }, { organization_id, valid_from: new Date(valid_from) });
  return assignmentsOf(sql, organization_id);
};
