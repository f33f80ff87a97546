import { vmTab } from "../vm-route.tsx";
import { TerminalTab } from "./terminal-tab.tsx";

export const terminalTab = vmTab(TerminalTab, () => []);
