#ifndef NAMESERVICETRAP_H
#define NAMESERVICETRAP_H

// A name service that hangs: in this process, looking up a name that ends in ".hanging.test" waits until it is released.

/// How many lookups hang now.
int name_service_hanging(void);
/// Lets every lookup that hangs end, without an address, and those of later.
void name_service_release(void);

#endif
