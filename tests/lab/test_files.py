"""A file is written to a temporary file, which is then renamed. Links and devices are written directly, and a pipe may
have no reader.
"""

import os
import stat
import threading
from pathlib import Path

import pytest

from pilein.lab import files
from pilein.lab.files import BadFile, create, identity, read, write
from pilein.lab.locking import Lock, locked_for_us
from pilein.lab.scenarios import load
from tests.lab.press import FIVES


@pytest.fixture(autouse=True)
def _hasty(monkeypatch):
    monkeypatch.setattr(files, "PATIENCE", 0.1)


def test_a_file_keeps_its_old_content_if_writing_the_new_content_fails(tmp_path, monkeypatch):
    path = tmp_path / "save.json"
    path.write_text("old")

    def full(_number):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(BadFile, match="No space left on device"):
        write(path, "new", sync=True)
    assert path.read_text() == "old"
    assert [one.name for one in tmp_path.iterdir()] == ["save.json"]


def test_writing_through_a_link_keeps_the_link_and_the_permissions_of_the_file(tmp_path):
    real, link, dangling = tmp_path / "real", tmp_path / "link", tmp_path / "dangling"
    real.write_text("old")
    real.chmod(0o640)
    link.symlink_to(real)
    dangling.symlink_to(tmp_path / "made")
    write(link, "new")
    write(dangling, "new")
    assert link.is_symlink()
    assert real.read_text() == (tmp_path / "made").read_text() == "new"
    assert stat.S_IMODE(real.stat().st_mode) == 0o640


def test_writing_to_a_device_leaves_it_a_device(tmp_path):
    write("/dev/null", "gone")
    assert stat.S_ISCHR(Path("/dev/null").stat().st_mode)
    with pytest.raises(BadFile, match="No space left"):
        write("/dev/full", "too much")
    if os.geteuid() == 0:
        node = tmp_path / "null"
        os.mknod(node, 0o666 | stat.S_IFCHR, os.makedev(1, 3))
        write(node, "gone")
        assert stat.S_ISCHR(node.stat().st_mode)


def test_text_written_to_a_pipe_reaches_its_reader(tmp_path):
    os.mkfifo(tmp_path / "pipe")
    found = []
    reader = threading.Thread(target=lambda: found.append((tmp_path / "pipe").read_text()))
    reader.start()
    write(tmp_path / "pipe", "x" * 200_000)
    reader.join()
    assert found == ["x" * 200_000]


def test_writing_to_a_pipe_without_a_reader_fails_without_waiting(tmp_path):
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(BadFile, match="no program is reading this pipe"):
        write(tmp_path / "pipe", "x")
    with pytest.raises(BadFile, match="no program is writing to this pipe"):
        read(tmp_path / "pipe")


def test_a_scenario_can_be_read_from_a_pipe(tmp_path):
    os.mkfifo(tmp_path / "pipe")
    writer = threading.Thread(target=lambda: (tmp_path / "pipe").write_text(FIVES))
    writer.start()
    assert len(load(tmp_path / "pipe").units) == 2
    writer.join()


def test_creating_a_file_that_already_exists_fails_and_leaves_it_unchanged(tmp_path):
    create(tmp_path / "one", "first", sync=True)
    with pytest.raises(FileExistsError):
        create(tmp_path / "one", "second")
    assert (tmp_path / "one").read_text() == "first"
    with pytest.raises(BadFile, match="File name too long"):
        create(tmp_path / ("x" * 300), "")
    with pytest.raises(BadFile, match="null byte"):
        write("a\0b", "")


def test_a_file_reached_by_different_links_is_recognised_as_the_same_file(tmp_path):
    one, hard, soft = (tmp_path / name for name in ("one", "hard", "soft"))
    one.write_text("")
    hard.hardlink_to(one)
    soft.symlink_to(one)
    assert identity(one) == identity(hard) == identity(soft)
    assert identity(tmp_path / "new") == str(tmp_path / "new")


def test_only_one_process_at_a_time_writes_to_a_file(tmp_path):
    (tmp_path / "link").symlink_to(tmp_path / "one")
    with locked_for_us(tmp_path / "one"):
        assert not Lock(tmp_path / "one").taken()
        with (
            pytest.raises(BadFile, match="another pilein process is writing this file"),
            locked_for_us(tmp_path / "link"),
        ):
            pass
    with locked_for_us(tmp_path / "link"):
        pass
    assert [one.name for one in tmp_path.iterdir()] == ["link"]
