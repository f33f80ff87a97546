import { useMutation } from "@tanstack/react-query";
import { chosen, defineForm, type FormInUse, field, text } from "@/client/form.ts";
import { problemOf } from "@/client/problem.ts";
import { useTRPC } from "@/client/trpc.ts";
import { notify } from "@/components/toast-store.ts";
import { useWorkspace } from "@/shell/workspace.tsx";
import { prioritiesOf } from "./rule-draft.ts";
import { PRESETS } from "./rule-presets.ts";

/**
 * The form of a new firewall group. `inbound` has the names of the presets that become its rules: a request of their
 * own.
 */
export const createFirewallGroup = defineForm(
  async () => (await import("@fulmar/contract/networking")).CreateFirewallGroup,
  {
    name: text(),
    description: field("", (typed) => (typed === "" ? null : typed)),
    is_default: chosen(false),
    inbound: chosen<readonly string[]>([]),
  },
  ({ inbound: _inbound, ...body }) => body,
);

type Form = FormInUse<typeof createFirewallGroup>;

/**
 * Creates the group, then its rules. If the rules are refused, the group remains without them, and a message says so.
 * @param onMade receives the group
 */
export function useCreateFirewallGroup(form: Form, onMade: (group: { id: string; name: string }) => void) {
  const { workspaceId } = useWorkspace();
  const trpc = useTRPC();
  const group = useMutation(trpc.firewallGroup.create.mutationOptions());
  const rules = useMutation(trpc.firewallRule.replace.mutationOptions());
  const create = useMutation({
    mutationFn: async (body: ReturnType<typeof createFirewallGroup.body>) => {
      const inbound = form.getValues("inbound");
      const chosenRules = PRESETS.flatMap(([name, rule]) =>
        inbound.includes(name) ? [{ ...rule, priority: undefined }] : [],
      );
      const priorities = prioritiesOf(chosenRules);
      const { firewall_group_id, name } = await group.mutateAsync({ workspace_id: workspaceId, ...body });
      if (chosenRules.length > 0)
        await rules
          .mutateAsync({
            workspace_id: workspaceId,
            firewall_group_id,
            rules: chosenRules.map((rule, index) => ({ ...rule, priority: priorities[index] ?? 1 })),
          })
          .catch((error: unknown) => notify.failed(`${name} has no rules yet`, problemOf(error).detail));
      return { id: firewall_group_id, name };
    },
    onSuccess: onMade,
    onError: (error) => {
      form.showErrors(error);
      if (problemOf(error).code === "name_taken") form.setError("name", { message: "is taken in this workspace" });
    },
  });
  return { submit: form.handleSubmit((body) => create.mutate(body)), create };
}
