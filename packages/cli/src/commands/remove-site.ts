import { removeSite } from "@fulmar/core/operator";
import { defineCommand } from "../command.ts";

export const removeSiteCommand = defineCommand({
  name: "admin site remove",
  about: "Remove a site that nothing lives at: what is ours from its server, then the site",
  options: {
    site: { value: "ID", about: "the site" },
    "server-gone": {
      flag: true,
      optional: true,
      about: "the server will not answer any more: nothing is removed there",
    },
  },
  async run({ database, configuration }, { site, "server-gone": serverGone }) {
    const { siteId, name, projectRemoved, historyKept } = await removeSite(database, configuration, {
      siteId: site,
      serverGone: serverGone !== undefined,
    });
    return { site_id: siteId, name, removed: true, project_removed: projectRemoved, history_kept: historyKept };
  },
});
