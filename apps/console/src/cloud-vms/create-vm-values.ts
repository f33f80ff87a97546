/** What the form holds: texts as they were typed. */
export interface CreateVmValues {
  readonly name: string;
  readonly plan_id: string;
  readonly template_id: string;
  readonly site_id: string;
  readonly ssh_keys: string;
  readonly tags: string;
  readonly user_data: string;
}

export const EMPTY_VM: CreateVmValues = { name: "", plan_id: "", template_id: "", site_id: "", ssh_keys: "", tags: "", user_data: "" };

export const VM_FIELDS = ["name", "plan_id", "template_id", "site_id", "ssh_keys", "tags", "user_data"] as const;

/** What `cloudVm.create` takes, made of the form's texts: a key per line, tags between commas, nothing for what was left empty. */
export function toCreateCloudVm(values: CreateVmValues) {
  const { site_id, user_data } = values;
  return {
    name: values.name.trim(),
    plan_id: values.plan_id,
    template_id: values.template_id,
    ssh_keys: parts(values.ssh_keys, "\n"),
    tags: parts(values.tags, ","),
    ...(site_id !== "" && { site_id }),
    ...(user_data !== "" && { user_data }),
  };
}

function parts(text: string, separator: string): string[] {
  return text
    .split(separator)
    .map((part) => part.trim())
    .filter((part) => part !== "");
}
