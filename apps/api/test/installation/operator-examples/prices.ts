// Price books.
import { randomUUID } from "node:crypto";
import type { OperatorExamples, OperatorFixture } from "../operator-fixture.ts";

export const priceExamples = {
  "operatorPriceBook.list": () => ({}),
  "operatorPriceBook.get": () => ({ book_id: "standard" }),
  "operatorPriceBook.create": () => ({ book_id: `book-${randomUUID()}`, name: `Book ${randomUUID()}` }),
  "operatorPriceBook.rename": async (fixture) => ({ book_id: await madeBook(fixture), name: `Book ${randomUUID()}` }),
  "operatorPriceBook.remove": async (fixture) => ({ book_id: await madeBook(fixture) }),
  "operatorPriceBook.setDiscount": async (fixture) => ({ book_id: await madeBook(fixture), percent_off: "12.5" }),
  "operatorPriceBook.removeDiscount": async (fixture) => {
    const change = { book_id: await madeBook(fixture), valid_from: NEW_YEAR };
    await fixture.made("operatorPriceBook.setDiscount", { ...change, percent_off: "20" });
    return change;
  },
  "operatorPriceBook.setPrice": async (fixture) => ({
    ...{ book_id: await madeBook(fixture), sku_code: "volume.ssd" },
    ...{ hourly_price: "0.0001", monthly_cap: "0.05", valid_from: NEW_YEAR },
  }),
  "operatorPriceBook.preview": () => ({ book_id: "standard", sku_code: "volume.ssd", hourly_price: "0.5" }),
  "operatorPriceBook.previewDiscount": async (fixture) => ({ book_id: await madeBook(fixture), percent_off: "20" }),
  "operatorPriceBook.removePrice": async (fixture) => {
    const change = { book_id: await madeBook(fixture), sku_code: "volume.ssd", valid_from: NEW_YEAR };
    await fixture.made("operatorPriceBook.setPrice", { ...change, hourly_price: "0.0001" });
    return change;
  },
  "operatorOrganization.priceBooks": async (fixture) => ({ organization_id: await fixture.organization() }),
  "operatorOrganization.previewPriceBook": async (fixture) => ({
    organization_id: await fixture.organization(),
    book_id: await madeBook(fixture),
  }),
  "operatorOrganization.setPriceBook": async (fixture) => ({
    organization_id: await fixture.organization(),
    book_id: await madeBook(fixture),
  }),
  "operatorOrganization.removePriceBook": async (fixture) => {
    const change = { organization_id: await fixture.organization(), valid_from: NEW_YEAR };
    await fixture.made("operatorOrganization.setPriceBook", { ...change, book_id: await madeBook(fixture) });
    return change;
  },
} satisfies OperatorExamples;

const NEW_YEAR = "2030-01-01T00:00:00.000Z";

async function madeBook(fixture: OperatorFixture): Promise<string> {
  const example = priceExamples["operatorPriceBook.create"]();
  return String((await fixture.made("operatorPriceBook.create", example)).book_id);
}
