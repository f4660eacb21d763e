echo 'expr $1 + $2     # the sum of two numbers' > sum.sh
echo 'test "$(sh sum.sh 2 3)" = 5' > test.sh
