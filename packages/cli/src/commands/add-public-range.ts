import { addPublicRange } from "@fulmar/core/operator";
import { defineCommand } from "../command.ts";

export const addPublicRangeCommand = defineCommand({
  name: "admin address add",
  about: "Give a site public IPv4 addresses to hand out, which your network routes to it",
  options: {
    site: { value: "ID", about: "the site" },
    range: { value: "CIDR", about: "such as 198.51.100.0/28" },
  },
  async run({ database }, { site, range }) {
    const added = await addPublicRange(database, { siteId: site, range });
    return { site_id: site, range, added: String(added) };
  },
});
