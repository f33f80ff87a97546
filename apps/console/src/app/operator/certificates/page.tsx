import type { Metadata } from "next";
import { firstPage } from "@/client/list.ts";
import { CertificateListPage } from "@/operator/certificates/certificate-list.tsx";
import { NOWHERE, operatorCertificateList } from "@/operator/operator-queries.ts";
import { route } from "@/server/prefetch.tsx";

export const metadata: Metadata = { title: "Certificates" };

export default route<PageProps<"/operator/certificates">>(CertificateListPage, ({ trpc, ask }, _path, search) => [
  ask(firstPage(operatorCertificateList, trpc, NOWHERE, search)),
]);
