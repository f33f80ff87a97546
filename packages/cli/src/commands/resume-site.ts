import { previewResume, type ResumePreview, resumeSite } from "@fulmar/core/operator";
import { type Answer, defineCommand } from "../command.ts";
import { confirm } from "../confirm.ts";
import { render } from "../render.ts";

export const resumeSiteCommand = defineCommand({
  name: "admin site resume",
  about: "Let work go on at a fenced site, after showing what is unknown there: this database drives it from then on",
  options: {
    site: { value: "ID", about: "the site" },
    yes: { flag: true, about: "do not ask; needed where nobody can be asked", optional: true },
  },
  async run({ database, configuration }, { site, yes }) {
    const preview = await previewResume(database, configuration, site);
    const question = `${preview.detail}\n\n${render(shown(preview), false)}\nNo other database may drive the site ${preview.name} from now on.`;
    // Shown also where nobody is asked: it is what resuming leaves unknown.
    if (yes !== undefined) process.stderr.write(`${question}\n`);
    await confirm({ yes, question, answer: site });
    const { name, interrupted, unknown } = await resumeSite(database, configuration, site);
    return {
      site_id: site,
      name,
      resumed: true,
      interrupted_operations: String(interrupted),
      unknown: String(unknown),
    };
  },
});

function shown({ name, reason, since, unknown, heldOperations, interruptedOperations }: ResumePreview): Answer {
  return {
    name,
    fenced: reason,
    since: since.toISOString(),
    waiting_operations: String(heldOperations),
    operations_that_end: String(interruptedOperations),
    unknown: unknown.map(({ kind, id, name: own, size }) => ({ kind, id, name: own, size })),
  };
}
