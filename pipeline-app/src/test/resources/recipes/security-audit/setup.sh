echo 'cat "pages/$1"' > serve.sh
mkdir -p pages attacks; echo hello > pages/index; echo secret > secret
echo 'for each in attacks/*.sh; do [ ! -e "$each" ] || sh "$each" || exit 1; done' > attack.sh
