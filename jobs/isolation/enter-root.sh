# Runs a command in a root directory that has nothing but the given paths, read-only, and without any privilege. Called in new
# namespaces of its own: `sh enter-root.sh <path>… -- <working directory> <command>…`
set -e
PATH=/usr/sbin:/usr/bin:/sbin:/bin
# Every Linux has this directory, and no path that is given is in it.
root=/sys
mount -t tmpfs -o mode=755,size=1m tmpfs "$root"
while [ "$1" != -- ]; do
  # What is in a directory that was given before is there already.
  if [ -e "$1" ] && ! [ -e "$root$1" ]; then
    if [ -d "$1" ]; then mkdir -p "$root$1"; else mkdir -p "$root${1%/*}" && : > "$root$1"; fi
    mount --rbind "$1" "$root$1"
    mount -o remount,bind,ro "$root$1"
  fi
  shift
done
shift
mount -o remount,bind,ro "$root"
cd "$root"
# Without privileges, nothing leaves the root again.
exec chroot . /bin/sh -c 'cd "$1"; shift; unset PWD OLDPWD; exec setpriv --no-new-privs --bounding-set=-all --inh-caps=-all "$@"' sh "$@"
