import { catalog, Image, type Operation } from "@fulmar/contract";
import type { Rehearsed } from "../request/plan/rehearsed.ts";

const reading = (catalog as readonly unknown[] as readonly Operation[]).find(({ id }) => id === "image.get");

/** Says that the image which the request names is deprecated, in its owner's words. */
export async function adviceAgainstImage({ input, workspaceId, mayRead, read }: Rehearsed): Promise<string[]> {
  const { template_id } = input;
  if (typeof template_id !== "string" || workspaceId === null || reading === undefined || !mayRead("vm_image"))
    return [];
  const found = Image.safeParse((await read(reading, { image_id: template_id }))?.body).data;
  if (found?.deprecated !== true) return [];
  const note = found.deprecation_note ?? "";
  return [`The image ${found.name} is deprecated${note === "" ? "." : `: ${note}`}`];
}
