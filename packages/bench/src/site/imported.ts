import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { operationsEnded, until } from "@fulmar/testkit/stack";
import type { Place } from "../place.ts";
import { type Product, ROOT } from "../product.ts";
import { must } from "../story.ts";
import type { SiteInside, SiteServer } from "./server.ts";

const BUCKET = "walk-images";
const MARK = "/etc/brought";
const run = promisify(execFile);

interface Scene {
  readonly product: Product;
  readonly place: Place;
  readonly inside: SiteInside;
  readonly server: SiteServer;
}

/**
 * An image archive of LXD is uploaded by the command line, and a VM is made from it. The server gets the same content
 * under a second id as well, because two workspaces may bring one file. Leaves nothing behind.
 */
export async function imported({ product, place: { rest, url, siteId, small }, inside, server }: Scene): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "fulmar-archive-"));
  await rest.ask("bucket.create", { name: BUCKET, region: "eu-central-1" });
  const upload = async (file: string, name: string) => {
    const system = ["--format", "lxd", "--os-distro", "debian", "--version", "12", "--min-disk-gb", "4"];
    const { stdout } = await run(
      process.execPath,
      [
        ...[join(ROOT, "packages/cli/src/main.ts"), "image", "upload", file, "--name", name, "--bucket-name", BUCKET],
        ...["--site", siteId, "--quiet", ...system],
      ],
      {
        env: {
          ...{ PATH: process.env.PATH, HOME: folder, FULMAR_API_URL: url },
          ...{ FULMAR_TOKEN: product.token, FULMAR_WORKSPACE: product.workspaceId },
        },
      },
    );
    return stdout.trim();
  };
  try {
    const archive = await archiveOf(server.image, folder);
    const first = await upload(archive, "brought");
    const second = await upload(archive, "brought-again");
    const objects = await rest.ask("object.list", { bucket_name: BUCKET });
    must(objects.length === 0, "the objects are gone");
    for (const image_id of [first, second]) {
      const { status, size_bytes } = await rest.ask("image.get", { image_id });
      must(status === "available" && (size_bytes ?? 0) > 0, "the image is at the site");
    }
    const made = await rest.ask("cloudVm.create", { ...small, name: "brought", template_id: second });
    await operationsEnded(rest, [made]);
    await until(
      "what the archive has",
      () => inside.file(made.vm_id, MARK),
      (text) => text === "by a person\n",
    );
    await operationsEnded(rest, [await rest.ask("cloudVm.delete", { vm_id: made.vm_id })]);
    for (const image_id of [first, second]) await rest.ask("image.delete", { image_id });
    await rest.ask("bucket.delete", { bucket_name: BUCKET });
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** Metadata and root file system in one tar, as `lxc image export` and the tools of distributions write it. */
async function archiveOf(rootfs: string, folder: string): Promise<string> {
  await run("unsquashfs", ["-quiet", "-no-progress", "-dest", join(folder, "rootfs"), rootfs], { maxBuffer: 2 ** 26 });
  await writeFile(join(folder, "rootfs", MARK), "by a person\n");
  const metadata =
    'architecture: x86_64\ncreation_date: 1700000000\nproperties: {os: debian, description: "Brought"}\n';
  await writeFile(join(folder, "metadata.yaml"), metadata);
  const archive = join(folder, "brought.tar");
  // Devices are made by the server for each container.
  const left = ["--exclude=rootfs/dev/*", "--numeric-owner"];
  await run("tar", ["-cf", archive, ...left, "-C", folder, "metadata.yaml", "rootfs"], { maxBuffer: 2 ** 26 });
  await rm(join(folder, "rootfs"), { recursive: true });
  return archive;
}
