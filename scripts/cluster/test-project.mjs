// The project in which the tests of LXD providers run, with two images.
import { ask } from "../lxd-socket.mjs";

/** @returns the images' names there */
export async function prepareProject(socket, project, rootfs) {
  const { PROJECT } = await import("../../packages/providers/src/lxd/site/prepare-site.ts");
  const { importImage } = await import("../../packages/providers/src/lxd/site/import-image.ts");
  const { json } = await ask(socket, "POST", "/1.0/projects", { name: project, ...PROJECT });
  if (json?.error) throw new Error(`LXD refused the project: ${json.error}`);
  const images = ["debian-12", "debian-13"];
  const source = { file: rootfs, cloudInit: undefined };
  for (const image of images)
    await importImage({ endpoint: { url: `unix://${socket}` }, project }, image, source, new AbortController().signal);
  return images;
}
