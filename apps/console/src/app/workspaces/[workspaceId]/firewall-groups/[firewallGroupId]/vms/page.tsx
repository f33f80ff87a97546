import { firewallInstanceList } from "@/firewall-groups/firewall-group-queries.ts";
import { LinkedVmsPage } from "@/firewall-groups/linked-vms-page.tsx";
import { listRoute } from "@/server/prefetch.tsx";

export default listRoute(firewallInstanceList, LinkedVmsPage);
