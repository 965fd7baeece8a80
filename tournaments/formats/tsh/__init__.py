"""Reading and writing the event folders of the tsh program, without ever running what they hold."""

from tournaments.formats.tsh.archive import read_archive, write_archive
from tournaments.formats.tsh.errors import Remark, TshError
from tournaments.formats.tsh.folder import folder_files
from tournaments.formats.tsh.reading import TshReading, read_tsh
from tournaments.formats.tsh.writing import write_tsh

__all__ = [
    "Remark",
    "TshError",
    "TshReading",
    "folder_files",
    "read_archive",
    "read_tsh",
    "write_archive",
    "write_tsh",
]
