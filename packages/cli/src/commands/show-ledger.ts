import { listLedger, readWallet } from "@fulmar/core/operator";
import { defineCommand } from "../command.ts";

const LIMIT = 100;

export const showLedgerCommand = defineCommand({
  name: "admin wallet ledger",
  about: `Show how an organization's balance came about: the newest ${LIMIT} entries`,
  options: {
    organization: { value: "ID", about: "the organization" },
    cursor: { value: "CURSOR", about: "where to go on, from the answer before", optional: true },
  },
  async run({ database }, { organization, cursor }) {
    const { organization_id } = await readWallet(database, organization);
    const { items, nextCursor } = await listLedger(database, { organizationId: organization, limit: LIMIT, cursor });
    return { organization_id, entries: items.map((entry) => ({ ...entry })), next_cursor: nextCursor };
  },
});
