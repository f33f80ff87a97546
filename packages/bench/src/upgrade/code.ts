import { join } from "node:path";
import type { Product } from "../product.ts";

/** Loads a module of an installation's release, whose packages are its own. */
export async function codeOf<Module>({ root }: Product, file: string): Promise<Module> {
  return await import(join(root, file));
}
