#error "a user of Ricochet's headers needs no <hwy/foreach_target.h>"
