echo 'if [ "$1" = "" ]; then echo Hello, world; else echo Hello, $1; fi' > greet.sh
