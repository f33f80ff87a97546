import { z } from "zod";
import type { XmlElement } from "../protocol/xml.ts";
export const CorsRules = z.array(z.string());
export type CorsRules = z.infer<typeof CorsRules>;
export function readCors(_body: XmlElement): CorsRules {
  return [];
}
export function corsXml(_rules: CorsRules): string {
  return "";
}
