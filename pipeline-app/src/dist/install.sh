#!/bin/sh
# Installs Foldline from the archive beside this script, for one user.
#
#   install.sh               installs or upgrades, into ~/.local
#   install.sh --uninstall   removes everything that it has installed
#                            with the adapter for Temporal, if its archive lies there too
#   PREFIX=DIR install.sh    another folder than ~/.local
set -eu

prefix=${PREFIX:-${HOME:?}/.local}
home=$prefix/share/foldline
here=$(cd "$(dirname "$0")" && pwd)

fail() {
    echo "install.sh: $1" >&2
    exit 1
}

remove() {
    for each in bin/foldline share/bash-completion/completions/foldline share/zsh/site-functions/_foldline \
        share/fish/vendor_completions.d/foldline.fish; do
        [ -L "$prefix/$each" ] && rm "$prefix/$each"
    done
    for each in "$prefix"/share/man/man1/foldline*.1.gz; do
        [ -L "$each" ] && rm "$each"
    done
    rm -rf "$home"
}

case ${1:-} in
    --uninstall)
        remove
        echo "removed Foldline from $prefix"
        exit 0
        ;;
    '') ;;
    *) fail "usage: install.sh [--uninstall]" ;;
esac

[ "$(uname -s)-$(uname -m)" = Linux-x86_64 ] || fail "this archive is for Linux on x86-64; use foldline.jar with JDK 25"
command -v git >/dev/null || fail "git is missing: install it first, version 2.38 or newer"
archive=$(find "$here" -maxdepth 1 -name "foldline-*-linux-x64.tar.gz" | sort | tail -n 1)
[ -n "$archive" ] || fail "no foldline-VERSION-linux-x64.tar.gz in $here"
[ -f "$here/SHA256SUMS" ] || fail "SHA256SUMS is missing in $here"
check() {
    (cd "$here" && grep " $(basename "$1")\$" SHA256SUMS | sha256sum --check --quiet -) \
        || fail "$(basename "$1") is damaged: its checksum is not the one in SHA256SUMS"
}
check "$archive"
temporal=${archive%-linux-x64.tar.gz}-temporal.tar.gz
[ ! -f "$temporal" ] || check "$temporal"

remove
mkdir -p "$home" "$prefix/bin"
tar -xzf "$archive" -C "$home" --strip-components=1
[ ! -f "$temporal" ] || tar -xzf "$temporal" -C "$home/lib/foldline"
link() {
    mkdir -p "$(dirname "$prefix/$2")"
    ln -sf "$home/$1" "$prefix/$2"
}
link bin/foldline bin/foldline
link share/bash-completion/completions/foldline share/bash-completion/completions/foldline
link share/zsh/site-functions/_foldline share/zsh/site-functions/_foldline
link share/fish/vendor_completions.d/foldline.fish share/fish/vendor_completions.d/foldline.fish
for page in "$home"/share/man/man1/*.1.gz; do
    link "share/man/man1/$(basename "$page")" "share/man/man1/$(basename "$page")"
done
echo "preparing an archive of classes for faster starts; this takes up to two minutes ..."
"$home/bin/foldline" --archive-classes
"$home/bin/foldline" version >/dev/null || fail "the installed program does not start"
echo "installed Foldline $("$home/bin/foldline" version | head -n 1 | sed 's/^foldline //') as $prefix/bin/foldline"
case :$PATH: in
    *:"$prefix/bin":*) ;;
    *) echo "add $prefix/bin to your PATH" ;;
esac
