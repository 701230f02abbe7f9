"""What a user calls an archive: a folder, a zip file, or an address that fsspec knows."""

from __future__ import annotations

from pathlib import Path
from urllib.parse import urlsplit

from assay.model.errors import UsageError
from assay.stages.folder import FolderHoldings
from assay.stages.holdings import Address, Holdings

_LOCAL, _ZIP = "file://", "zip://"


def address_of(text: str) -> Address:
    """Return the address of what a user typed; one that holds a password is refused, since it would be stored."""
    if text.startswith(_LOCAL):
        return Path(text.removeprefix(_LOCAL))
    if text.startswith(_ZIP) and "::" not in text:
        return Path(text.removeprefix(_ZIP))
    if "://" not in text:
        return Path(text)
    if not text.split("://", 1)[1].strip("/"):
        raise UsageError(
            f"{text} names no place; write the bucket, host or file behind it, such as s3://bucket/folder."
        )
    if any(urlsplit(part).password for part in text.split("::")):
        raise UsageError("an address may hold no password; leave it to the environment, an agent or a settings file.")
    return text


def whole(address: Address) -> str:
    """Return an address as it is stored: from any folder it names the same archive."""
    return address if isinstance(address, str) else str(address.resolve())


def name_of(address: Address) -> str:
    """Return what an archive is called: the last part of its address, without `.zip`."""
    if isinstance(address, Path):
        return address.resolve().stem if is_zip(address) else address.resolve().name
    parts = [part for part in address.split("::")[-1].split("/") if part and not part.endswith(":")]
    return (parts[-1] if parts else "archive").removesuffix(".zip")


def is_zip(path: Path) -> bool:
    """Return whether a path names a zip file; an Office file is one as well, but no archive."""
    return path.suffix.casefold() == ".zip" and path.is_file()


def check_archive(address: Address) -> None:
    """Raise UsageError where a path is neither a folder nor a zip file; addresses are tried when they are listed."""
    if isinstance(address, str) or is_zip(address):
        return
    if not address.exists():
        raise UsageError(f"{address} does not exist; name the folder that holds your files.")
    if not address.is_dir():
        raise UsageError(
            f"{address} is a file; ARCHIVE is a folder, a .zip file or an address. For one file use `assay extract`."
        )


def open_archive(address: Address, copies: int) -> Holdings:
    """Return the holdings at an address; `copies` bounds the bytes of remote files that lie on this machine at once."""
    check_archive(address)
    if isinstance(address, Path) and not is_zip(address):
        return FolderHoldings(address)
    # fsspec takes a quarter of a second to load
    from assay.stages.remote import open_remote

    return open_remote(address, copies)
