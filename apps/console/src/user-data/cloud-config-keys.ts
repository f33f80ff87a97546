/** The top-level keys of a cloud-config, as cloud-init's schema has them. */
export const CLOUD_CONFIG_KEYS: ReadonlySet<string> = new Set(
  `allow_public_ssh_keys ansible apk_repos apt apt_pipelining autoinstall bootcmd byobu_by_default ca_certs chef chpasswd
   cloud_config_modules cloud_final_modules cloud_init_modules create_hostname_file datasource datasource_list
   debug_init default_user device_aliases disable_ec2_metadata disable_root disable_root_opts disk_setup drivers
   fan final_message fqdn fs_setup groups growpart grub_dpkg hostname keyboard landscape launch-index locale
   locale_configfile manage_etc_hosts manage_resolv_conf mcollective merge_how merge_type migrate mount_default_fields
   mounts network no_ssh_fingerprints ntp output package_reboot_if_required package_update package_upgrade packages
   password phone_home power_state prefer_fqdn_over_hostname preserve_hostname puppet random_seed reporting
   resize_rootfs resolv_conf rh_subscription rpi rsyslog runcmd salt_minion snap spacewalk ssh ssh_authorized_keys
   ssh_deletekeys ssh_fp_console_blacklist ssh_genkeytypes ssh_import_id ssh_key_console_blacklist ssh_keys
   ssh_publish_hostkeys ssh_pwauth ssh_quiet_keygen swap syslog_fix_perms system_info timezone ubuntu_advantage
   ubuntu_pro unverified_modules updates user users vendor_data version wireguard write_files yum_repo_dir yum_repos
   zypper`.split(/\s+/),
);

/** The key that is most like a text, or null if none is. */
export function nearestKey(text: string): string | null {
  const most = Math.max(1, Math.floor(text.length / 3));
  let nearest: { key: string; distance: number } | null = null;
  for (const key of CLOUD_CONFIG_KEYS) {
    const distance = distanceOf(text.toLowerCase().replaceAll("-", "_"), key);
    if (distance <= most && (nearest === null || distance < nearest.distance)) nearest = { key, distance };
  }
  return nearest?.key ?? null;
}

/** The number of letters to add, remove or replace to make one text of the other. */
function distanceOf(one: string, other: string): number {
  let above = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (const [row, letter] of [...one].entries()) {
    const here = [row + 1];
    for (const [column, wanted] of [...other].entries()) {
      const replaced = (above[column] ?? 0) + (letter === wanted ? 0 : 1);
      here.push(Math.min(replaced, (above[column + 1] ?? 0) + 1, (here[column] ?? 0) + 1));
    }
    above = here;
  }
  return above.at(-1) ?? 0;
}
