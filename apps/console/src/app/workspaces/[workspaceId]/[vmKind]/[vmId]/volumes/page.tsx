import type { Metadata } from "next";
import { vmTab } from "@/vms/detail/vm-route.tsx";
import { VolumesTab } from "@/vms/detail/volumes/volumes-tab.tsx";

export const metadata: Metadata = { title: "Volumes" };

// The VM's record lists its volumes' ids. The browser fetches the volumes together.
export default vmTab(VolumesTab);
