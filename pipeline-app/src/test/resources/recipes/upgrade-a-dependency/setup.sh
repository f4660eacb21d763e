echo 'parser=1' > versions
echo 'v1' > api
echo '. ./versions; test "v$parser" = "$(cat api)"' > test.sh
