import { readFileSync } from "node:fs";
import { renewSite } from "@fulmar/core/operator";
import { defineCommand } from "../command.ts";
import { siteAnswer } from "./site-answer.ts";

export const renewSiteCommand = defineCommand({
  name: "admin site renew",
  about:
    "Give a site's connection other certificates, once its server has been seen to take them; nothing has to be restarted",
  options: {
    site: { value: "ID", about: "the site" },
    "client-cert": { value: "FILE", about: "the certificate that the server trusts, in PEM" },
    "client-key": { value: "FILE", about: "its key, in PEM; it is kept sealed" },
    "server-cert": {
      value: "FILE",
      about: "the server's own certificate, in PEM; without it, the present one stays",
      optional: true,
    },
  },
  async run({ database, configuration }, options) {
    const server = options["server-cert"];
    const site = await renewSite(database, configuration, {
      siteId: options.site,
      certificate: readFileSync(options["client-cert"], "utf8"),
      key: readFileSync(options["client-key"], "utf8"),
      serverCertificate: server === undefined ? undefined : readFileSync(server, "utf8"),
    });
    return siteAnswer(site);
  },
});
