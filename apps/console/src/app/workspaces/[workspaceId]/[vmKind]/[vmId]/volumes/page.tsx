import type { Metadata } from "next";
import { vmTab } from "@/vm-detail/vm-route.tsx";
import { VolumesTab } from "@/vm-detail/volumes/volumes-tab.tsx";

export const metadata: Metadata = { title: "Volumes" };

// The VM's record lists its volumes' ids. The browser fetches the volumes together.
export default vmTab(VolumesTab);
