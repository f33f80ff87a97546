import { checkSite } from "@fulmar/core/operator";
import { defineCommand } from "../command.ts";
import { siteAnswer } from "./site-answer.ts";

export const checkSiteCommand = defineCommand({
  name: "admin site check",
  about: "Say whether a site's server answers, what it has and what of that is free, and what it cannot do",
  options: { site: { value: "ID", about: "the site" } },
  async run({ database, configuration }, { site }) {
    return siteAnswer(await checkSite(database, configuration, site));
  },
});
