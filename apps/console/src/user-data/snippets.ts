/** A part of a cloud-config to start from. */
export interface Snippet {
  readonly title: string;
  /** Top-level keys and the lines below each. */
  readonly blocks: readonly { readonly key: string; readonly lines: readonly string[] }[];
}

/** The usual wishes for a first boot. Each is a beginning, to be changed. */
export const SNIPPETS: readonly Snippet[] = [
  {
    title: "User with an SSH key",
    blocks: [
      {
        key: "users",
        lines: [
          "  - default",
          "  - name: deploy",
          "    groups: sudo",
          "    shell: /bin/bash",
          "    sudo: ALL=(ALL) NOPASSWD:ALL",
          "    ssh_authorized_keys:",
          "      - ssh-ed25519 AAAA... you@example.com",
        ],
      },
    ],
  },
  { title: "Packages", blocks: [{ key: "packages", lines: ["  - curl", "  - git"] }] },
  {
    title: "File",
    blocks: [
      {
        key: "write_files",
        lines: ["  - path: /etc/motd", '    permissions: "0644"', "    content: |", "      Managed by cloud-init."],
      },
    ],
  },
  {
    title: "Commands",
    blocks: [
      { key: "runcmd", lines: ["  - [systemctl, restart, ssh]", '  - echo "first boot" >> /var/log/first-boot.log'] },
    ],
  },
  {
    title: "Mounting a volume",
    blocks: [
      { key: "fs_setup", lines: ["  - device: /dev/vdb", "    filesystem: ext4", "    overwrite: false"] },
      { key: "mounts", lines: ['  - [/dev/vdb, /mnt/data, ext4, "defaults,nofail", "0", "2"]'] },
    ],
  },
  {
    title: "Docker",
    blocks: [
      { key: "runcmd", lines: ["  - curl -fsSL https://get.docker.com | sh", "  - systemctl enable --now docker"] },
    ],
  },
];

/**
 * The text with a snippet in it: below a key that is there already, otherwise at the end. Empty text becomes a
 * cloud-config.
 */
export function withSnippet(text: string, { blocks }: Snippet): string {
  const begun = text.trim() === "" ? "#cloud-config\n" : text.endsWith("\n") ? text : `${text}\n`;
  return blocks.reduce((whole, { key, lines }) => {
    const there = new RegExp(`^${key}:[ \\t]*\\r?\\n`, "m").exec(whole);
    const added = `${lines.join("\n")}\n`;
    if (there === null) return `${whole}${key}:\n${added}`;
    const end = there.index + there[0].length;
    return `${whole.slice(0, end)}${added}${whole.slice(end)}`;
  }, begun);
}
