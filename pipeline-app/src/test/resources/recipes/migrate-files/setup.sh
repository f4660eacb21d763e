printf 'a:\n\tb\n' > one.txt
printf 'c:\n\td\n' > two.txt
echo "! grep -P '^ \t' *.txt" > verify.sh
