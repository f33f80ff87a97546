import { NoSuchResource } from "@/shell/no-such-resource.tsx";

export default function ResourceNotFound() {
  return <NoSuchResource />;
}
