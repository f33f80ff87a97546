import { vmTab } from "../vm-route.tsx";
import { ConsoleTab } from "./console-tab.tsx";

/** The log is asked for by the browser: a site that does not answer holds up no page. */
export const consoleTab = vmTab(ConsoleTab, () => []);
