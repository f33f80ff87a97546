import { z } from "zod";
import type { XmlElement } from "../protocol/xml.ts";
export const LifecycleRules = z.array(z.string());
export type LifecycleRules = z.infer<typeof LifecycleRules>;
export function readLifecycle(_body: XmlElement): LifecycleRules {
  return [];
}
export function lifecycleXml(_rules: LifecycleRules): string {
  return "";
}
