import { listUnknown } from "@fulmar/core/operator";
import { defineCommand } from "../command.ts";

export const listUnknownCommand = defineCommand({
  name: "admin site unknown",
  about:
    "List what sites have of this installation's that its database does not know: it is kept until it is adopted or discarded",
  options: { site: { value: "ID", about: "one site; by default all of them", optional: true } },
  async run({ database }, { site }) {
    const unknown = await listUnknown(database, site);
    return {
      unknown: unknown.map(({ site_id, kind, id, name, size, workspace_id, made_at, first_seen_at, record }) => ({
        site_id,
        kind,
        id,
        name,
        size,
        workspace_id,
        made_at: made_at?.toISOString() ?? null,
        first_seen_at: first_seen_at.toISOString(),
        record: record === null ? "no" : "yes",
      })),
    };
  },
});
