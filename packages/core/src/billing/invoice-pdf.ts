// Loaded only when a PDF is asked for.
import {
  decimalsOf,
  type InvoiceDetail,
  type InvoiceLine,
  type InvoiceParty,
  type InvoiceTaxLine,
  REVERSE_CHARGE,
} from "@fulmar/contract";
import PDFDocument from "pdfkit";
import { formatMoney, formatQuantity, sumOf } from "../query/money.ts";

const MARGIN = 56;
const INK = "#18181b";
const MUTED = "#71717a";
const RULE = "#e4e4e7";
const REGULAR = "Helvetica";
const BOLD = "Helvetica-Bold";
const ROW = 20;
/** Left edges, or widths from the right, of the columns. */
const COLUMNS = [
  { title: "Product", share: 0.36, align: "left" },
  { title: "Quantity", share: 0.28, align: "right" },
  { title: "Price", share: 0.18, align: "right" },
  { title: "Amount", share: 0.18, align: "right" },
] as const;

type Document = InstanceType<typeof PDFDocument>;

/**
 * An invoice as PDF, A4. The same invoice gives the same bytes.
 * @param cloud what the cloud is called
 */
export function invoicePdf(invoice: InvoiceDetail, cloud: string): Promise<Buffer> {
  const { number, month, organization_name, issued_at } = invoice;
  const document = new PDFDocument({
    size: "A4",
    margin: MARGIN,
    bufferPages: true,
    info: {
      Title: `Invoice ${number}`,
      Author: cloud,
      Subject: `${organization_name}, ${month}`,
      CreationDate: new Date(issued_at),
    },
  });
  const parts: Buffer[] = [];
  document.on("data", (part: Buffer) => parts.push(part));
  const ended = new Promise<Buffer>((resolve, reject) => {
    document.on("end", () => resolve(Buffer.concat(parts)));
    document.on("error", reject);
  });
  writeHead(document, invoice, cloud);
  writeParties(document, invoice);
  writeLines(document, invoice);
  writeTotal(document, invoice);
  numberPages(document, invoice);
  document.end();
  return ended;
}

/** What the fonts of the document have. Currencies with another sign are shown by their code. */
const SHOWABLE = /^[\x20-\x7e\xa0-\xff€]*$/;

function money(amount: string, currency: string, more = 0): string {
  const text = formatMoney(amount, currency, more);
  return SHOWABLE.test(text) ? text : formatMoney(amount, currency, more, "code");
}

const widthOf = ({ page }: Document) => page.width - 2 * MARGIN;

function writeHead(
  document: Document,
  { number, month, organization_name, issued_at, total, currency }: InvoiceDetail,
  cloud: string,
) {
  const width = widthOf(document);
  document.font(BOLD).fontSize(26).fillColor(INK).text("Invoice", MARGIN, MARGIN);
  document
    .font(BOLD)
    .fontSize(11)
    .fillColor(MUTED)
    .text(cloud, MARGIN, MARGIN + 12, { width, align: "right" });
  const facts = [
    ["Organization", organization_name],
    ["Month", nameOfMonth(month)],
    ["Number", number],
    ["Issued", issued_at.slice(0, 10)],
    ["Total", money(total, currency)],
  ] as const;
  const top = MARGIN + 58;
  // The organization's name may be long, so it has the first row alone.
  const [organization, ...others] = facts;
  writeFact(document, organization, MARGIN, top, width);
  for (const [index, fact] of others.entries())
    writeFact(document, fact, MARGIN + (index * width) / others.length, top + 42, width / others.length - 8);
  document.y = top + 42 + 54;
}

function writeFact(document: Document, [term, value]: readonly [string, string], x: number, y: number, width: number) {
  document.font(REGULAR).fontSize(8).fillColor(MUTED).text(term, x, y, { width });
  document
    .font(BOLD)
    .fontSize(11)
    .fillColor(INK)
    .text(value, x, y + 12, { width, height: 14, ellipsis: true });
}

/** Who the invoice is from, and who it is made out to, side by side. */
function writeParties(document: Document, { seller, buyer }: InvoiceDetail) {
  const [top, half] = [document.y, widthOf(document) / 2];
  const both = [
    ["From", seller],
    ["To", buyer],
  ] as const;
  const ends = both.map(([title, party], index) => {
    if (party === null) return top;
    const [x, width] = [MARGIN + index * half, half - 12];
    document.font(REGULAR).fontSize(8).fillColor(MUTED).text(title, x, top, { width });
    document
      .fontSize(9)
      .fillColor(INK)
      .text(linesOf(party).join("\n"), x, top + 12, { width });
    return document.y + 12;
  });
  document.y = Math.max(...ends);
}

function linesOf({ legal_name, address_lines, postal_code, city, country, vat_number }: InvoiceParty): string[] {
  const place = [postal_code, city].filter((part) => part !== null).join(" ");
  return [
    ...[legal_name, ...address_lines, place, country].filter((line) => line !== ""),
    ...(vat_number === null ? [] : [`VAT number ${vat_number}`]),
  ];
}

function writeLines(document: Document, { lines, currency }: InvoiceDetail) {
  writeTitles(document);
  for (const [, ofWorkspace] of Map.groupBy(lines, ({ workspace_id }) => workspace_id)) {
    const [{ workspace_name } = { workspace_name: "" }] = ofWorkspace;
    const subtotal = money(sumOf(ofWorkspace.map(({ amount }) => amount)), currency, 2);
    // A heading stays with the first line below it.
    makeRoom(document, 2 * ROW + 6);
    document.y += 6;
    writeRow(document, [workspace_name, "", "", subtotal], { font: BOLD, ink: INK, rule: false });
    for (const line of ofWorkspace) {
      const details = detailsOf(line, currency);
      makeRoom(document, details === "" ? ROW : 2 * ROW);
      writeRow(document, cellsOf(line, currency), { font: REGULAR, ink: INK, rule: details === "" });
      if (details !== "") writeRow(document, [details, "", "", ""], { font: REGULAR, ink: MUTED, rule: true });
    }
  }
}

function cellsOf({ name, quantity, unit, unit_price, amount }: InvoiceLine, currency: string): readonly string[] {
  const decimals = unit_price.split(".")[1]?.length ?? 0;
  const price = money(unit_price, currency, Math.max(0, decimals - decimalsOf(currency)));
  return [name, `${formatQuantity(quantity)} ${unit}s`, price, money(amount, currency, 2)];
}

/** From when the price held, what was free, and what the cap took off: below the line that it explains. */
function detailsOf(line: InvoiceLine, currency: string): string {
  const { price_since, free_quantity, free_amount, capped_amount, unit } = line;
  return [
    price_since === null ? "" : `price since ${price_since.slice(0, 16).replace("T", " ")} UTC`,
    free_quantity === "0" ? "" : `${formatQuantity(free_quantity)} ${unit}s free: -${money(free_amount, currency, 2)}`,
    capped_amount === "0" ? "" : `monthly cap: -${money(capped_amount, currency, 2)}`,
  ]
    .filter((part) => part !== "")
    .join("; ");
}

function writeTitles(document: Document) {
  writeRow(
    document,
    COLUMNS.map(({ title }) => title),
    { font: REGULAR, ink: MUTED, rule: true },
  );
}

function writeRow(
  document: Document,
  cells: readonly string[],
  { font, ink, rule }: { readonly font: string; readonly ink: string; readonly rule: boolean },
) {
  const width = widthOf(document);
  const { y } = document;
  let x = MARGIN;
  document.font(font).fontSize(9).fillColor(ink);
  for (const [index, { share, align }] of COLUMNS.entries()) {
    // A heading has the space of the columns that it leaves empty.
    const wide = index === 0 && cells[1] === "" ? 0.8 : share;
    const text = cells[index] ?? "";
    if (text !== "")
      document.text(text, x, y + 5, { width: width * wide - 6, height: 12, align, ellipsis: true, lineBreak: false });
    x += width * share;
  }
  if (rule)
    document
      .moveTo(MARGIN, y + ROW)
      .lineTo(MARGIN + width - 6, y + ROW)
      .lineWidth(0.5)
      .stroke(RULE);
  document.y = y + ROW;
}

/** Begins a page, with the titles of the columns, where the space does not suffice. */
function makeRoom(document: Document, height: number, titled = true) {
  if (document.y + height <= document.page.height - MARGIN - 24) return;
  document.addPage();
  document.y = MARGIN;
  if (titled) writeTitles(document);
}

/** Net and taxes, where there are some, above the total. */
function writeTotal(document: Document, invoice: InvoiceDetail) {
  const { net_total, tax_lines, total, currency } = invoice;
  makeRoom(document, 72 + (tax_lines.length + 1) * ROW, false);
  const width = widthOf(document) - 6;
  const sums = [
    ...(tax_lines.length > 0 ? [["Net", net_total] as const] : []),
    ...tax_lines.map((line) => [titleOf(line), line.tax] as const),
  ];
  document.y += 12;
  for (const [title, amount] of sums) {
    const { y } = document;
    document.font(REGULAR).fontSize(9).fillColor(INK).text(title, MARGIN, y, { width });
    document.text(money(amount, currency), MARGIN, y, { width, align: "right" });
    document.y = y + 16;
  }
  const y = document.y + 6;
  document.font(BOLD).fontSize(13).fillColor(INK).text("Total", MARGIN, y, { width });
  document.text(money(total, currency), MARGIN, y, { width, align: "right" });
  document
    .font(REGULAR)
    .fontSize(8)
    .fillColor(MUTED)
    .text(
      `Amounts are rounded for reading; the exact total is ${total} ${currency}. ${paymentOf(invoice)}`,
      MARGIN,
      y + 24,
      { width },
    );
}

function paymentOf({ owed, due_at, tax_lines, currency }: InvoiceDetail): string {
  if (owed === "0" || due_at === null)
    return `It was paid from the wallet${tax_lines.length > 0 ? "" : ", hour by hour"}.`;
  return `The wallet did not cover ${money(owed, currency)} of it, due by ${due_at.slice(0, 10)} (UTC).`;
}

function numberPages(document: Document, { number }: InvoiceDetail) {
  const { count } = document.bufferedPageRange();
  for (let page = 0; page < count; page++) {
    document.switchToPage(page);
    // Below the margin, where text would begin a page.
    document.page.margins.bottom = 0;
    document
      .font(REGULAR)
      .fontSize(8)
      .fillColor(MUTED)
      .text(`Invoice ${number}, page ${page + 1} of ${count}`, MARGIN, document.page.height - MARGIN, {
        width: widthOf(document),
        lineBreak: false,
      });
  }
}

function titleOf({ name, percent, country, reverse_charge }: InvoiceTaxLine): string {
  return `${name} ${percent} % (${country})${reverse_charge ? `: ${REVERSE_CHARGE}` : ""}`;
}

/** "November 2026" of 2026-11. */
function nameOfMonth(month: string): string {
  return new Date(`${month}-01T00:00:00Z`).toLocaleDateString("en", {
    month: "long",
    year: "numeric",
    timeZone: "UTC",
  });
}
