import type { Metadata } from "next";
import { AdmissionsPage } from "@/billing/admissions-page.tsx";
import { admissionList } from "@/billing/billing-queries.ts";
import { listRoute } from "@/server/prefetch.tsx";

export const metadata: Metadata = { title: "Admissions" };

export default listRoute(admissionList, AdmissionsPage);
