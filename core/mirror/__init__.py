"""A mirror: public pages as files that open from a disk, and go to any host.

Whoever has public pages says so in a module `mirrored.py` of its folder, which `apps.py` finds.
"""
