# Runs a command in new namespaces: with a network of its own, of which it makes the loopback usable, with nothing to write to but one
# folder, without devices, what is hidden, and any privilege. `sh enter-namespaces.sh <folder> <hidden path>… -- <command>…`
set -e
PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin
folder=$1
shift
# Small images of Debian lack ip, but not perl: SIOCSIFFLAGS, with IFF_UP and IFF_RUNNING.
ip link set lo up 2> /dev/null || perl -MSocket -e '
  socket my $socket, AF_INET, SOCK_DGRAM, 0 or die "socket: $!\n";
  my $up = pack "a16sx22", "lo", 0x41;
  ioctl $socket, 0x8914, $up or die "the loopback cannot be used: $!\n"'
# Devices take writes on a read-only mount, too. Every Linux has /sys, which is free for a moment.
mount -t tmpfs -o mode=755,size=64k tmpfs /sys
for name in null zero full random urandom; do
  if [ -e "/dev/$name" ]; then : > "/sys/$name" && mount --bind "/dev/$name" "/sys/$name"; fi
done
ln -s /proc/self/fd /sys/fd
mount --move /sys /dev
# A mount of its own stays as it is.
mount --bind "$folder" "$folder"
# It has the sockets of D-Bus and others, by which programs are started outside, and the secrets of containers.
for place in /run /var/run; do
  case $folder in "$place"/*) continue;; esac
  [ -L "$place" ] || [ ! -d "$place" ] || mount -t tmpfs -o ro,size=4k tmpfs "$place"
done
cut -d ' ' -f 2 /proc/self/mounts | sed 's/\\040/ /g' | while IFS= read -r place; do
  # The socket of another container.
  if [ -S "$place" ]; then mount --bind /dev/null "$place"; continue; fi
  # Of some mounts this process may change nothing; they belong to the system.
  [ "$place" = "$folder" ] || mount -o remount,bind,ro "$place" 2> /dev/null || [ "$place" != / ]
done
while [ "$1" != -- ]; do
  if [ -d "$1" ]; then mount -t tmpfs -o ro,size=4k tmpfs "$1"
  elif [ -e "$1" ]; then mount --bind /dev/null "$1" || [ ! -e "$1" ]; fi
  shift
done
shift
# Those of programs in other networks, which no list here has.
find /tmp /var/tmp -maxdepth 6 -type s ! -path "$folder/*" 2> /dev/null | while IFS= read -r socket; do
  mount --bind /dev/null "$socket" || [ ! -e "$socket" ]
done
# It fails where a container hides a part of it. Then the tool sees that there are other processes. Read-only: root may set all of
# /proc/sys, even without privileges.
mount -t proc -o ro proc /proc 2> /dev/null || :
cd "$folder"
exec setpriv --no-new-privs --bounding-set=-all --inh-caps=-all "$@"
