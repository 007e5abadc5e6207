# Runs a command in new namespaces: with a network of its own, of which it makes the loopback usable, with nothing to write to but one
# folder, without what is hidden, and without any privilege. `sh enter-namespaces.sh <folder> <hidden path>… -- <command>…`
set -e
PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin
folder=$1
shift
# Small images of Debian lack ip, but not perl: SIOCSIFFLAGS, with IFF_UP and IFF_RUNNING.
ip link set lo up 2> /dev/null || perl -MSocket -e '
  socket my $socket, AF_INET, SOCK_DGRAM, 0 or die "socket: $!\n";
  my $up = pack "a16sx22", "lo", 0x41;
  ioctl $socket, 0x8914, $up or die "the loopback cannot be used: $!\n"'
# A mount of its own stays as it is.
mount --bind "$folder" "$folder"
cut -d ' ' -f 2 /proc/self/mounts | sed 's/\\040/ /g' | while IFS= read -r place; do
  # Of some mounts this process may change nothing; they belong to the system.
  [ "$place" = "$folder" ] || mount -o remount,bind,ro "$place" 2> /dev/null || [ "$place" != / ]
done
while [ "$1" != -- ]; do
  if [ -d "$1" ]; then mount -t tmpfs -o ro,size=4k tmpfs "$1"
  elif [ -e "$1" ]; then mount --bind /dev/null "$1" || [ ! -e "$1" ]; fi
  shift
done
shift
# A network of its own does not keep a process from sockets in the file system, such as those of a database or of Docker.
find /run /var/run /tmp /var/tmp -maxdepth 6 -type s ! -path "$folder/*" 2> /dev/null | while IFS= read -r socket; do
  mount --bind /dev/null "$socket" || [ ! -e "$socket" ]
done
# It fails where a container hides a part of it. Then the tool sees that there are other processes.
mount -t proc proc /proc 2> /dev/null || :
cd "$folder"
exec setpriv --no-new-privs --bounding-set=-all --inh-caps=-all "$@"
