import { AppWindow, Disc3 } from "lucide-react";
import almalinux from "simple-icons/icons/almalinux.svg";
import alpine from "simple-icons/icons/alpinelinux.svg";
import arch from "simple-icons/icons/archlinux.svg";
import centos from "simple-icons/icons/centos.svg";
import debian from "simple-icons/icons/debian.svg";
import fedora from "simple-icons/icons/fedora.svg";
import freebsd from "simple-icons/icons/freebsd.svg";
import nixos from "simple-icons/icons/nixos.svg";
import opensuse from "simple-icons/icons/opensuse.svg";
import redhat from "simple-icons/icons/redhat.svg";
import rocky from "simple-icons/icons/rockylinux.svg";
import suse from "simple-icons/icons/suse.svg";
import ubuntu from "simple-icons/icons/ubuntu.svg";

/**
 * The addresses of the marks by distribution. They are files, so that a page loads only those that it shows. From a
 * package, a picture is imported as its address.
 */
const MARKS: Readonly<Record<string, string>> = {
  almalinux,
  alpine,
  arch,
  centos,
  debian,
  fedora,
  freebsd,
  nixos,
  opensuse,
  rhel: redhat,
  rocky,
  sles: suse,
  ubuntu,
};

/** The mark of an operating system, in the color of the text. It is a picture beside its name, never in place of it. */
export function SystemMark({ distro }: { distro: string }) {
  const name = distro.toLowerCase();
  const mark = MARKS[name];
  if (mark === undefined) {
    const Plain = name.startsWith("windows") ? AppWindow : Disc3;
    return <Plain className="size-4 shrink-0 text-ink-muted" aria-hidden />;
  }
  const mask = `url("${mark}") center / contain no-repeat`;
  return (
    <span
      aria-hidden
      data-system={name}
      className="inline-block size-4 shrink-0 bg-ink-muted forced-colors:bg-[CanvasText]"
      style={{ mask, WebkitMask: mask }}
    />
  );
}

/** An operating system by its name, after its mark. */
export function SystemName({ distro, name }: { distro: string; name: string }) {
  return (
    <span className="inline-flex items-center gap-2 align-middle">
      <SystemMark distro={distro} />
      {name}
    </span>
  );
}
