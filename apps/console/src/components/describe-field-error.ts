/** The contract's messages for missing input, for every kind of field. */
const NOTHING = /^(is required|must not be empty|must have at least 1 item)\b/;

/**
 * A field's error as a sentence: "Name must not be empty." If nothing was chosen, it says what to do: "Choose a plan."
 * @param error the contract's message, a sentence without its subject
 * @param choice the field is a choice, not typed text
 */
export function describeFieldError(label: string, error: string, choice: boolean): string {
  return choice && NOTHING.test(error) ? `Choose ${oneOf(label)}.` : `${label} ${error}.`;
}

/** The object of a choice, from the label: "a site" for Site, "a VPC" for VPC, "at least one subnet" for Subnets. */
function oneOf(label: string): string {
  const name = /^[A-Z][a-z]/.test(label) ? label.charAt(0).toLowerCase() + label.slice(1) : label;
  if (name.endsWith("s")) return `at least one ${name.slice(0, -1)}`;
  return `${/^[aeio]/.test(name) ? "an" : "a"} ${name}`;
}
