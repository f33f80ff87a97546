import { vmTab } from "../vm-route.tsx";
import { VolumesTab } from "./volumes-tab.tsx";

/** Which volumes there are stands on the VM's record; theirs are asked for in the browser, together. */
export const volumesTab = vmTab(VolumesTab, () => []);
