#!/bin/sh
# Runs a command, such as `lxd`, in a mount namespace of its own that shows a GPU which this machine does not have
# (docs/gpu.md): a card of AMD in sysfs, whose two device nodes are /dev/null and /dev/zero. Needs root.
set -eu
card=0000:fb:00.0
real=/mnt
mount -t tmpfs fulmar "$real"

# Overlays a folder of sysfs, in which nobody can make anything, with links to what is there.
writable() {
  mkdir "$real/links"
  for entry in "$1"/*; do [ ! -e "$entry" ] || ln -s "$(readlink -f "$entry")" "$real/links/"; done
  mount -t tmpfs fulmar "$1"
  cp -a "$real/links/." "$1/"
  rm -r "$real/links"
}

# A container may mount sysfs only where its server sees all of one.
mkdir "$real/sys"
mount -t sysfs sysfs "$real/sys"
mount -t tmpfs fulmar /sys/class
for class in "$real"/sys/class/*; do
  mkdir "/sys/class/${class##*/}"
  mount --bind "$class" "/sys/class/${class##*/}"
done
mkdir -p /sys/class/drm
if [ -e "$real/sys/class/drm" ]; then writable /sys/class/drm; fi
writable /sys/bus/pci/devices

device=/sys/class/.fulmar/pci0000:fb/$card
mkdir -p "$device/drm/card90" "$device/drm/renderD218" /sys/class/.fulmar/bus/pci
ln -s /sys/class/.fulmar/bus/pci "$device/subsystem"
# AMD, Instinct MI250 (the PCI ID database).
echo 0x1002 > "$device/vendor"
echo 0x740c > "$device/device"
echo -1 > "$device/numa_node"
echo 1:3 > "$device/drm/card90/dev"
echo 1:5 > "$device/drm/renderD218/dev"
for node in card90 renderD218; do
  ln -s ../.. "$device/drm/$node/device"
  ln -s "$device/drm/$node" "/sys/class/drm/$node"
done
ln -s "$device" "/sys/bus/pci/devices/$card"

mkdir -p /dev/dri
mount -t tmpfs fulmar /dev/dri
mknod /dev/dri/card90 c 1 3
mknod /dev/dri/renderD218 c 1 5
exec "$@"
