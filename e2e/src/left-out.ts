const BY_PROGRAMS = "No page has it: operators do it by the API or the command line (docs/operators.md).";

/**
 * Actions that no test performs in a page, each with its reason. Remove an action from here when a test performs it or
 * it no longer exists.
 */
export const ACTIONS_LEFT_OUT: Readonly<Record<string, string>> = {
  "POST /api/cells": "Consoles of other cells send it, and no page does; tests/cells.spec.ts has two of them.",
  "operatorOrganization.removePriceBook": BY_PROGRAMS,
  "operatorOrganization.setBillingDetails": BY_PROGRAMS,
  "operatorOrganization.setPriceBook": BY_PROGRAMS,
  "operatorPriceBook.create": BY_PROGRAMS,
  "operatorPriceBook.preview": BY_PROGRAMS,
  "operatorPriceBook.remove": BY_PROGRAMS,
  "operatorPriceBook.removeDiscount": BY_PROGRAMS,
  "operatorPriceBook.removePrice": BY_PROGRAMS,
  "operatorPriceBook.rename": BY_PROGRAMS,
  "operatorPriceBook.setDiscount": BY_PROGRAMS,
  "operatorPriceBook.setPrice": BY_PROGRAMS,
  "operatorSeller.update": BY_PROGRAMS,
};

/** Pages that no test visits, each with its reason. */
export const PAGES_LEFT_OUT: Readonly<Record<string, string>> = {};
