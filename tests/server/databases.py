"""A private PostgreSQL server for tests. It keeps its data in a temporary folder and is reached through a socket in
that folder.
"""

import importlib
import os
import shutil
import subprocess
import tempfile
import time
from contextlib import contextmanager
from pathlib import Path

import psycopg

USERS = ("postgres", "nobody")  # the database does not run as root


def _program(name):
    """Return the path of a PostgreSQL program. Debian keeps the programs of each version in a separate folder."""
    found = sorted(Path("/usr/lib/postgresql").glob(f"*/bin/{name}"))
    return str(found[-1]) if found else shutil.which(name)


def why_no_database():
    """Return the reason why PostgreSQL cannot be started, or None if it can."""
    if os.name != "posix" or _program("initdb") is None or _program("postgres") is None:
        return "PostgreSQL is not installed (Debian: apt-get install postgresql)"
    return None


def _user():
    """Return the user account that should run PostgreSQL, or None for the current user."""
    if os.geteuid():
        return None
    known = {one.pw_name for one in importlib.import_module("pwd").getpwall()}
    return next(name for name in USERS if name in known)


@contextmanager
def a_database():
    """Start a PostgreSQL server and yield its URL."""
    folder = Path(tempfile.mkdtemp(prefix="pilein-"))
    user = _user()
    if user is not None:
        shutil.chown(folder, user)
    data = folder / "data"
    locale = ("--locale=C", "--encoding=UTF8", "--auth=trust", "--username=pilein", "--no-sync")
    run = {"user": user, "cwd": folder, "stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    subprocess.run([_program("initdb"), "-D", data, *locale], check=True, **run)
    options = ("listen_addresses=", f"unix_socket_directories={folder}", "max_connections=50")
    command = [_program("postgres"), "-D", data, *(word for one in options for word in ("-c", one))]
    process = subprocess.Popen(command, **run)
    try:
        url = f"postgresql://pilein@/postgres?host={folder}"
        _wait_for(url)
        yield url
    finally:
        process.terminate()
        process.wait(timeout=30)
        shutil.rmtree(folder, ignore_errors=True)


def _wait_for(url):
    for _ in range(300):
        try:
            psycopg.connect(url).close()
        except psycopg.OperationalError:
            time.sleep(0.1)
        else:
            return
    raise TimeoutError(url)
