import { domainToASCII } from "node:url";
import { RecordProblem } from "./record-problem.ts";

/** The zone's own name, in a zone. */
export const APEX = "@";

const LONGEST = 253;
/** Owners of records have underscores, too, such as those of services (RFC 8552). */
const LABEL = /^[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?$/;
const HOST_LABEL = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;

/**
 * The name of a record set relative to its zone, in lower case and in its `xn--` form.
 * @param text relative to the zone, or whole with a dot at its end
 * @throws RecordProblem of the field `name`
 */
export function relativeName(text: string, zone: string): string {
  if (text === APEX) return APEX;
  const wrong = (message: string) => new RecordProblem("name", message);
  const isWhole = text.endsWith(".");
  const labels = asciiLabels(isWhole ? text.slice(0, -1) : text);
  const name = labels?.join(".");
  if (labels === undefined || name === undefined)
    throw wrong("must be a name relative to the zone, such as www, or @ for the zone's own name");
  if (isWhole && name !== zone && !name.endsWith(`.${zone}`)) throw wrong(`must be a name in the zone ${zone}`);
  if (!isWhole && (name === zone || name.endsWith(`.${zone}`)))
    throw wrong(`must be relative to the zone, or end with a dot: ${name}.`);
  if (isWhole && name === zone) return APEX;
  const relative = isWhole ? name.slice(0, -zone.length - 1) : name;
  const parts = relative.split(".");
  if (!parts.every((label, index) => LABEL.test(label) || (label === "*" && index === 0)))
    throw wrong("must consist of labels of letters, digits, '-' and '_', of which the first may be *");
  if (relative.length + 1 + zone.length > LONGEST)
    throw wrong(`must have at most ${LONGEST} characters with the name of the zone`);
  return relative;
}

/** The whole name of a record set, with a dot at its end. */
export function wholeName(name: string, zone: string): string {
  return name === APEX ? `${zone}.` : `${name}.${zone}.`;
}

/**
 * A name that a record leads to: whole, in lower case and in its `xn--` form, with a dot at its end.
 * @param field for the problem
 * @param options.isHost whether it must be the name of a host (RFC 1123): a name server's or a mail server's
 * @throws RecordProblem
 */
export function targetName(text: string, field: string, { isHost }: { readonly isHost: boolean }): string {
  const labels = asciiLabels(text.replace(/\.$/, ""));
  const allowed = isHost ? HOST_LABEL : LABEL;
  if (labels === undefined || labels.length < 2 || !labels.every((label) => allowed.test(label)))
    throw new RecordProblem(field, "must be the whole name of a host, such as host.example.com");
  const name = labels.join(".");
  if (name.length > LONGEST) throw new RecordProblem(field, `must be a name of at most ${LONGEST} characters`);
  if (/^[0-9.]+$/.test(name)) throw new RecordProblem(field, "must be the name of a host, not an IP address");
  return `${name}.`;
}

/** @returns undefined for what has no `xn--` form */
function asciiLabels(text: string): readonly string[] | undefined {
  // The ASCII form of a long text takes long.
  if (text === "" || text.length > LONGEST) return undefined;
  const labels = text.split(/[.\u3002]/).map((label) => (/^[\x21-\x7e]+$/.test(label) ? label : domainToASCII(label)));
  return labels.every((label) => label !== "") ? labels.map((label) => label.toLowerCase()) : undefined;
}
