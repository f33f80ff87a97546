import { discardResource } from "@fulmar/core/operator";
import { defineCommand } from "../command.ts";
import { confirm } from "../confirm.ts";

export const discardResourceCommand = defineCommand({
  name: "admin site discard",
  about: "Remove one unknown resource from its site, with all that is on it, for good",
  options: {
    site: { value: "ID", about: "the site; cdn for a distribution" },
    id: { value: "ID", about: "the resource: admin site unknown lists them" },
    yes: { flag: true, about: "do not ask; needed where nobody can be asked", optional: true },
  },
  async run({ database, configuration }, { site, id, yes }) {
    await confirm({ yes, question: `${id} is removed from its site, with all that is on it, for good.`, answer: id });
    const discarded = await discardResource(database, configuration, { siteId: site, id });
    return { kind: discarded.kind, id: discarded.id, name: discarded.name, discarded: true };
  },
});
