import { vmTab } from "../vm-route.tsx";
import { ConsoleTab } from "./console-tab.tsx";

/** The browser fetches the log, so that a site that does not answer does not delay the page. */
export const consoleTab = vmTab(ConsoleTab, () => []);
