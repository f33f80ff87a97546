import { createHash } from "node:crypto";
import { FIRST_PERSON, LAST_PERSON } from "../../guest/first-person.ts";
import type { InstanceAccess } from "../../ports/compute-port.ts";

/** A folder of the guest's root alone. */
const KEPT = "/var/lib/fulmar";
const PARTS = ["keys", "password"] as const;
type Part = (typeof PARTS)[number];

/** Which request changed a part last at a boot, and what that replaced, in files of the guest. */
export const appliedFile = (part: Part) => `${KEPT}/access-${part}`;
export const formerFile = (part: Part) => `${KEPT}/former-${part}`;

/** By which a guest knows a request. */
export function markOf(requestId: string): string {
  return createHash("sha256").update(`fulmar access ${requestId}`).digest("hex").slice(0, 32);
}

const EMPTY = "#cloud-boothook\n#!/bin/sh\n";
const headOf = (part: Part) => `# The ${part} of the image's first user, changed once.\n`;

/**
 * Vendor data whose boothook changes keys and password of the image's first user at the next boot, once. cloud-init runs
 * boothooks at every boot, and reads a seed on a CD at every boot; nothing else of it runs again, since the instance's id
 * stays.
 * @param vendorData what the machine has already, with earlier changes or without
 * @param change null leaves a value to what an earlier change does about it
 * @param isDone whether the change is made already, so that what earlier ones would do about it is taken out
 * @returns undefined for none
 */
export function withAccessHook(
  vendorData: string | undefined,
  change: InstanceAccess & { readonly requestId: string },
  isDone: boolean,
): string | undefined {
  const own = (vendorData ?? EMPTY).split(headOf("keys"))[0]?.split(headOf("password"))[0] ?? EMPTY;
  const [keys, password] = PARTS.map((part) => {
    const script = changeOf(part, change);
    if (script === null) return presentOf(part, vendorData);
    return isDone ? "" : `${headOf(part)}${onceAtBoot(part, markOf(change.requestId), script)}`;
  });
  const all = `${own}${keys}${password}`;
  return all === EMPTY ? undefined : all;
}

/** What earlier changes do about a part. */
function presentOf(part: Part, vendorData = ""): string {
  const [, after] = vendorData.split(headOf(part));
  return after === undefined ? "" : `${headOf(part)}${after.split(headOf("password"))[0]}`;
}

function changeOf(part: Part, { sshKeys, passwordHash }: InstanceAccess): string | null {
  if (part === "keys") return sshKeys && keysChange(sshKeys);
  return passwordHash && passwordChange(passwordHash);
}

/**
 * The first boot makes users after boothooks have run. What is replaced is kept, for a revert by the agent. The mark comes
 * last, so that what was interrupted is done again.
 */
function onceAtBoot(part: Part, mark: string, change: string): string {
  return `[ "$(cat ${appliedFile(part)} 2>/dev/null)" = ${mark} ] || (
finished=/var/lib/cloud/instance/boot-finished
change() {
  user=$(awk -F: '$3 >= ${FIRST_PERSON} && $3 <= ${LAST_PERSON} && $6 ~ /^\\// { print $3, $1 }' /etc/passwd |
    sort -n | head -n 1)
  user=\${user#* }; user=\${user:-root}
  umask 077; mkdir -p ${KEPT} || return
${change}
  printf %s ${mark} > ${appliedFile(part)}
}
if [ -e $finished ]; then change; else
  (until [ -e $finished ]; do sleep 1; done; change) </dev/null >/dev/null 2>&1 &
fi
)
`;
}

/** Files of a user are read and written by that user, so that no link leads root elsewhere. */
function keysChange(sshKeys: readonly string[]): string {
  const as = 'su -s /bin/sh "$user" -c';
  const encoded = inBase64(sshKeys.map((key) => `${key}\n`).join(""));
  return `  ${as} 'cat ~/.ssh/authorized_keys 2>/dev/null; true' > ${formerFile("keys")} &&
    ${as} 'umask 077; mkdir -p ~/.ssh && echo ${encoded} | base64 -d > ~/.ssh/authorized_keys' || return
  home=$(awk -F: -v user="$user" '$1 == user { print $6 }' /etc/passwd)
  ! command -v restorecon >/dev/null || restorecon -R "$home/.ssh"`;
}

function passwordChange(passwordHash: string): string {
  return `  awk -F: -v user="$user" '$1 == user { print $2 }' /etc/shadow > ${formerFile("password")} &&
    printf '%s:%s\\n' "$user" "$(echo ${inBase64(passwordHash)} | base64 -d)" | chpasswd -e || return`;
}

/** In which no shell finds anything of its own, whatever somebody typed. */
function inBase64(text: string): string {
  return Buffer.from(text).toString("base64");
}
