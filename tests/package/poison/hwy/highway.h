#error "a user of Ricochet's headers needs no <hwy/highway.h>"
