import type { Handler } from "../request/context.ts";
import { siteStates } from "../site/index.ts";

export const listSites: Handler<"operatorSite.list"> = ({ sql }) => siteStates({ sql });
