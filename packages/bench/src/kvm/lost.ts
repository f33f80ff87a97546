import { chmod, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { LibvirtHost } from "@fulmar/testkit/libvirt";
import { eventually, hostNamed, untilHost, untilRunning } from "../hosts.ts";
import { must, timedStep } from "../story.ts";
import { type Machine, print, runningOn, type Story, underPings } from "./story.ts";

/** A host is cut off: it is fenced, its machines start on the other one, and it comes back empty. */
export async function lost(story: Story, machines: readonly Machine[]): Promise<void> {
  const { operator, hosts } = story;
  const [first, second] = hosts;
  const { host_id } = await hostNamed(story, second.name);
  const gone = await runningOn(second);
  const staying = machines.filter(({ vmId }) => !gone.includes(vmId));
  const met = await timedStep(`${second.name} cut off with ${gone.length} machines, offline for the site`, () =>
    underPings(story, staying, async () => {
      await second.cutOff();
      await untilHost(story, second.name, ({ status }) => status === "offline");
    }),
  );
  console.log("          the machines on the other host meanwhile:");
  print(met);
  const preview = await operator.operatorHost.previewLoss({ host_id });
  must(preview.fence === "needed" && preview.starts_elsewhere === gone.length, "all start elsewhere, after a fence");
  await timedStep(`${second.name} declared lost: fenced, and its machines run on ${first.name}`, async () => {
    await operator.operatorHost.declareLost({ host_id, reason: "Its power supply burnt." });
    await eventually(
      "the machines to start elsewhere",
      () => runningOn(first),
      (all) => gone.every((vmId) => all.includes(vmId)),
    );
    await untilRunning(story, gone);
  });
  await timedStep(`${second.name} back, without machines`, async () => {
    await second.reconnect();
    await untilHost(story, second.name, ({ status }) => status === "online");
    await operator.operatorHost.restore({ host_id });
    await eventually(
      "the host to be empty",
      () => second.run("virsh", "list", "--all", "--name"),
      (names) => names.trim() === "",
    );
  });
}

/** A program that turns a host off, as far as its machines go. @returns its path, for FULMAR_FENCE_HOOK */
export async function fenceHook({ folder, pid }: LibvirtHost): Promise<string> {
  const path = join(folder, "fence");
  await writeFile(path, `#!/bin/sh\nnsenter -t ${pid} -p -m pkill -KILL -f ^/usr/bin/qemu-system || [ $? = 1 ]\n`);
  await chmod(path, 0o755);
  return path;
}
