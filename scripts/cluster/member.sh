#!/bin/sh
# Makes a host of a cluster of the network, mount and UTS namespaces that it was started in, and runs LXD there: Open
# vSwitch and OVN have their datapath in user space, since the kernel need not have the module. Needs root.
#   member.sh FOLDER NAME ADDRESS ADDRESS-OF-THE-FIRST
# It goes on when it has read a line: by then, the interfaces `fabric` (between members) and `outside` (the uplink) are there.
set -eu
folder=$1 name=$2 address=$3 first=$4
read -r _

hostname "$name"
# LXD looks at the interfaces of its own network in sysfs, and for control groups where the host has them.
mkdir -p "$folder/cgroup" "$folder/lxd" "$folder/logs"
mount --rbind /sys/fs/cgroup "$folder/cgroup"
mount -t sysfs sysfs /sys
mount --rbind "$folder/cgroup" /sys/fs/cgroup
umount -R -l "$folder/cgroup"
for path in /etc/openvswitch /var/run/openvswitch /var/run/ovn /var/lib/ovn /run/lxc; do
  mkdir -p "$path" "$folder$path"
  mount --bind "$folder$path" "$path"
done

ip link set lo up
# What a NIC would count as it sends, software cannot: packets cross the userspace datapath as they are.
for nic in fabric outside; do
  ethtool -K "$nic" tx off >"$folder/logs/ethtool" 2>&1
  ip link set "$nic" up
done

ovsdb-tool create /etc/openvswitch/conf.db /usr/share/openvswitch/vswitch.ovsschema
ovsdb-server /etc/openvswitch/conf.db --remote=punix:/var/run/openvswitch/db.sock --pidfile --detach \
  --log-file="$folder/logs/ovsdb"
ovs-vsctl --no-wait init
ovs-vsctl --no-wait set open_vswitch . external-ids:system-id="$name" external-ids:hostname="$name" \
  external-ids:ovn-remote="tcp:$first:6642" external-ids:ovn-encap-type=geneve external-ids:ovn-encap-ip="$address" \
  external-ids:ovn-bridge-datapath-type=netdev
ovs-vswitchd --pidfile --detach --disable-system --log-file="$folder/logs/vswitchd"
# Tunnels are routed by the host's own stack, through a bridge that has the address of the interface.
mac=$(cat /sys/class/net/fabric/address)
ovs-vsctl -t 20 add-br br-fabric -- set bridge br-fabric datapath_type=netdev other-config:hwaddr="$mac" \
  -- add-port br-fabric fabric
ovs-vsctl -t 20 add-br br-outside -- set bridge br-outside datapath_type=netdev -- add-port br-outside outside
ovs-vsctl -t 20 add-br br-int -- set bridge br-int datapath_type=netdev fail-mode=secure
ip address add "$address/24" dev br-fabric
ip link set br-fabric up
ip link set br-outside up

if [ "$address" = "$first" ]; then
  for kind in nb:6641 sb:6642; do
    ovsdb-tool create "/var/lib/ovn/ovn${kind%:*}_db.db" "/usr/share/ovn/ovn-${kind%:*}.ovsschema"
    ovsdb-server "/var/lib/ovn/ovn${kind%:*}_db.db" --remote="punix:/var/run/ovn/ovn${kind%:*}_db.sock" \
      --remote="ptcp:${kind#*:}:$address" --unixctl="/var/run/ovn/ovn${kind%:*}_db.ctl" \
      --pidfile="/var/run/ovn/ovn${kind%:*}_db.pid" --detach --log-file="$folder/logs/ovn-${kind%:*}"
  done
  ovn-northd --pidfile --detach --log-file="$folder/logs/northd"
fi
ovn-controller --pidfile --detach --log-file="$folder/logs/controller"

"${0%/*}/daemon.sh" "$folder" &
# The namespaces stay when LXD is killed.
exec sleep infinity
