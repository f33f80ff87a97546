import { vmTab } from "../vm-route.tsx";
import { VolumesTab } from "./volumes-tab.tsx";

/** The VM's record lists its volumes' ids. The browser fetches the volumes together. */
export const volumesTab = vmTab(VolumesTab, () => []);
