import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Page } from "@playwright/test";
import { type Api, uniqueName } from "./fixtures.ts";
import { made } from "./vm.ts";

export async function newBucket(api: Api, more: Readonly<Record<string, unknown>> = {}): Promise<string> {
  const { name } = await made(api, "/object-storage/buckets", {
    name: uniqueName("uploads"),
    region: "eu-central-1",
    ...more,
  });
  return name;
}

/** A folder on disk with the given files, by path. */
export function folderOf(folder: string, files: Readonly<Record<string, string | Buffer>>): string {
  rmSync(folder, { recursive: true, force: true });
  for (const [path, bytes] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), bytes);
  }
  return folder;
}

export async function beginUpload(page: Page, label: "Files" | "Folder", files: string | string[], button: string) {
  await page.getByRole("main").getByRole("button", { name: "Upload" }).first().click();
  const dialog = page.getByRole("alertdialog", { name: "Upload" });
  await dialog.getByLabel(label, { exact: true }).setInputFiles(files);
  await dialog.getByRole("button", { name: button }).click();
}

export const uploads = (page: Page) => page.getByRole("region", { name: "Uploads" });

export async function keysOf(api: Api, bucket: string): Promise<string[]> {
  const objects: readonly { key: string }[] = await (
    await api.send("GET", `/object-storage/buckets/${bucket}/objects`)
  ).json();
  return objects.map(({ key }) => key);
}
