import { adoptResources } from "@fulmar/core/operator";
import { defineCommand } from "../command.ts";
import { UsageError } from "../usage-error.ts";
import { parseWorkspace } from "./workspace-option.ts";

export const adoptResourcesCommand = defineCommand({
  name: "admin site adopt",
  about:
    "Make records of unknown resources again, each with what it needs: as their marks and the site tell, charged from now on",
  options: {
    site: { value: "ID", about: "the site" },
    id: { value: "ID", about: "the resource: admin site unknown lists them", optional: true },
    all: {
      flag: true,
      about: "all that is unknown at the site; what cannot be adopted is left, and named",
      optional: true,
    },
    workspace: {
      value: "ID",
      about: "whose it shall be, in place of what its record says; with --all, for what has no record that says it",
      optional: true,
    },
    plan: {
      value: "ID",
      about: "what a VM is charged as, in place of the plan that it has; with --all, for what has no mark that says it",
      optional: true,
    },
  },
  async run({ database, configuration }, { site, id, all, workspace, plan }) {
    if ((id === undefined) === (all === undefined)) throw new UsageError("Give either --id or --all.");
    const { adopted, left } = await adoptResources(database, configuration, {
      siteId: site,
      ids: id === undefined ? "all" : [id],
      workspaceId: workspace === undefined ? undefined : parseWorkspace(workspace),
      planId: plan,
    });
    return {
      adopted: adopted.map(({ kind, id, name }) => ({ kind, id, name })),
      left: left.map(({ kind, id, name, reason }) => ({ kind, id, name, reason })),
    };
  },
});
