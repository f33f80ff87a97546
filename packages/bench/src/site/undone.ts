import { operationsEnded, until } from "@fulmar/testkit/stack";
import type { Place } from "../place.ts";
import type { Product } from "../product.ts";
import { must } from "../story.ts";
import type { SiteInside } from "./server.ts";

const ROOT_SUM = "/root/undone.sha256";

/**
 * Deletes a machine and its volume, which both hold files, in a workspace with a deletion window. The machine cannot be
 * seen any more, but the site keeps both. They are restored, and the files have the same checksums.
 */
export async function undone(
  { rest, siteId }: Place,
  { database, workspaceId }: Product,
  vm_id: string,
  inside: SiteInside,
): Promise<void> {
  const keepFor = (hours: number) =>
    database.pool.query("UPDATE workspace SET deletion_window_hours = $2 WHERE workspace_id = $1", [
      workspaceId,
      hours,
    ]);
  const { volume_id } = await rest.ask("volume.create", { name: "ledger", size_gb: 1, site_id: siteId, type: "ssd" });
  await until(
    "the volume",
    () => rest.ask("volume.get", { volume_id, wait: 10 }),
    ({ status }) => status === "available",
  );
  await operationsEnded(rest, [await rest.ask("cloudVm.attachVolume", { vm_id, volume_id })]);
  const before = await rest.ask("volume.get", { volume_id });
  const folder = `/mnt/${before.device_path?.split("/").at(-1)}`;
  const write =
    `head -c 5000000 /dev/urandom > /root/blob && head -c 5000000 /dev/urandom > ${folder}/blob && sha256sum ` +
    `/root/blob ${folder}/blob > ${ROOT_SUM} && sync`;
  must((await inside.run(vm_id, "sh", "-c", write)) === 0, "the machine writes files to its disk and its volume");
  const sums = await inside.file(vm_id, ROOT_SUM);
  const { updated_at: _, ...machine } = await rest.ask("cloudVm.get", { vm_id });

  await keepFor(1);
  try {
    await operationsEnded(rest, [await rest.ask("cloudVm.delete", { vm_id })]);
    await rest.ask("volume.delete", { volume_id });
    const [gone] = await rest.ask("cloudVm.list", { deleted: true });
    must(gone?.id === vm_id && gone.restorable_until !== undefined, "the machine can be restored");
    must((await inside.run(vm_id, "true").catch(() => 1)) !== 0, "the machine does not run");
    const listed = await rest.ask("volume.list", { deleted: true });
    must(
      listed.some((volume) => volume.volume_id === volume_id),
      "the volume can be restored",
    );
    await rest.ask("volume.restore", { volume_id });
    await operationsEnded(rest, [await rest.ask("cloudVm.restore", { vm_id })]);
  } finally {
    await keepFor(0);
  }
  const { updated_at: __, ...restored } = await rest.ask("cloudVm.get", { vm_id });
  must(JSON.stringify(restored) === JSON.stringify(machine), "the machine is what it was, with its volume and address");
  must((await inside.run(vm_id, "sh", "-c", `sha256sum -c ${ROOT_SUM}`)) === 0, "the files have the same checksums");
  for (const line of (sums ?? "").trim().split("\n")) console.log(`          ${line}`);
  await operationsEnded(rest, [await rest.ask("cloudVm.detachVolume", { vm_id, volume_id })]);
  await rest.ask("volume.delete", { volume_id });
}
