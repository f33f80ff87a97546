import { vmLayout } from "@/vm-detail/vm-route.tsx";

export default vmLayout("gpu");
