import { asksForSomething } from "@fulmar/contract";

/**
 * What is wrong with a field, as a sentence: "Name must not be empty." Where people choose, and chose nothing, it says
 * what to do: "Choose a plan."
 * @param error the contract's words, a sentence without its subject
 * @param choice whether the field is chosen from what there is, and not typed
 */
export function errorInWords(label: string, error: string, choice: boolean): string {
  return choice && asksForSomething(error) ? `Choose ${oneOf(label)}.` : `${label} ${error}.`;
}

/** Of a label, the thing that is chosen: "a site" of Site, "a VPC" of VPC, "at least one subnet" of Subnets. */
function oneOf(label: string): string {
  const name = /^[A-Z][a-z]/.test(label) ? label.charAt(0).toLowerCase() + label.slice(1) : label;
  if (name.endsWith("s")) return `at least one ${name.slice(0, -1)}`;
  return `${/^[aeio]/.test(name) ? "an" : "a"} ${name}`;
}
