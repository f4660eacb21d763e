echo 'expr $1 - $2' > sum.sh
echo 'test "$(sh sum.sh 2 3)" = 5' > test.sh
