import { expect, test } from "vitest";
import { computeFixture } from "../compute-fixture.ts";

const fixture = computeFixture();
const TEXT = "#!/bin/sh\necho 'grüße' > /root/hello\n";

const scriptOf = async (name: string): Promise<string> =>
  (await fixture.send<{ startup_script_id: string }>("startupScript.create", {}, { name, content: TEXT }))
    .startup_script_id;

/** The configuration of a VM's first boot, as its site has it. */
async function configurationOf(vmId: string): Promise<object> {
  const { rows } = await fixture.world.database.pool.query<{ configuration: object }>(
    "SELECT configuration FROM simulated.instance WHERE vm_id = $1",
    [vmId],
  );
  return rows[0]?.configuration ?? {};
}

test.each(["create", "rebuild"])("a %s hands the text of a script to the VM, which keeps it", async (verb) => {
  const startup_script_id = await scriptOf(`for ${verb}`);
  const { vm_id, operation_id } =
    verb === "create"
      ? await fixture.send<{ vm_id: string; operation_id: string }>(
          "cloudVm.create",
          {},
          { name: "by-script", plan_id: "plan-nano", template_id: "debian-13", startup_script_id },
        )
      : await fixture.send<{ vm_id: string; operation_id: string }>(
          "cloudVm.rebuild",
          { vm_id: await fixture.runningVm("to-rebuild") },
          { startup_script_id },
        );
  await fixture.send("startupScript.delete", { startup_script_id });
  fixture.work();
  expect(await fixture.ended(operation_id)).toMatchObject({ status: "succeeded" });
  expect(await configurationOf(vm_id)).toMatchObject({ userData: TEXT });
});
