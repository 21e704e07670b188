"""The command `pilein serve` handles addresses, stores and signals."""

import json
import signal
import socket
import subprocess
import sys
import time

import pytest

from pilein.cli.main import main
from tests.server.serving import PATIENCE, ROOT


def _begun(*arguments):
    command = [sys.executable, "-m", "pilein.cli.start", "serve", "--port", "0", "--json", *arguments]
    return subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_signal_stops_the_server_cleanly(tmp_path, number):
    process = _begun("--store", str(tmp_path / "tables.sqlite"))
    address = json.loads(process.stdout.readline())["address"]
    assert address.startswith("http://127.0.0.1:")
    time.sleep(0.5)
    process.send_signal(number)
    _, said = process.communicate(timeout=PATIENCE)
    assert process.returncode == 0
    assert "Traceback" not in said


def test_the_store_of_a_server_is_in_the_data_folder_of_the_user_by_default(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.setenv("HOME", str(tmp_path))
    process = _begun()
    process.stdout.readline()
    process.terminate()
    process.communicate(timeout=PATIENCE)
    assert list(tmp_path.rglob("pilein/tables.sqlite"))


def _refused(capsys, *arguments):
    assert main(["serve", *arguments]) == 2
    said = capsys.readouterr().err.splitlines()
    lines = [line for line in said if "page has not been built" not in line]
    assert len(lines) == 1, said
    return lines[0]


def test_a_port_already_in_use_is_reported_in_one_sentence(capsys, tmp_path):
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        words = _refused(capsys, "--port", str(port), "--store", str(tmp_path / "a.sqlite"))
    assert f"port {port} on 127.0.0.1 is in use; choose another port with --port" in words


def test_an_unavailable_address_is_reported_in_one_sentence(capsys):
    assert "this machine does not have" in _refused(capsys, "--host", "192.0.2.1", "--port", "0")
    assert "cannot be found" in _refused(capsys, "--host", "nowhere.invalid", "--port", "0")


@pytest.mark.parametrize("store", ["ftp://x", "postgresql://:::", "/nowhere/at/all/tables.sqlite"])
def test_an_unusable_store_is_reported_in_one_sentence(capsys, store):
    assert "--store" in _refused(capsys, "--port", "0", "--store", store)


@pytest.mark.parametrize("arguments", [("--port", "99999"), ("--workers", "0"), ("--port", "x")])
def test_invalid_values_of_the_numeric_options_of_the_server_are_refused(capsys, arguments):
    assert arguments[0] in _refused(capsys, *arguments)


def test_a_server_names_the_package_to_install_if_an_optional_package_is_missing():
    program = (
        "import sys; sys.modules['uvicorn'] = None; "
        "from pilein.cli.main import main; sys.exit(main(['serve', '--port', '0']))"
    )
    ended = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False, cwd=ROOT)
    assert ended.returncode == 2
    assert "`pilein serve` needs the extra `web`" in ended.stderr
    assert "pip install 'pilein[web]'" in ended.stderr
    assert "Traceback" not in ended.stderr
