module firsthit.example/gas

go 1.19
