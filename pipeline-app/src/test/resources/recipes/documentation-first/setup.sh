echo 'A program' > readme.txt
