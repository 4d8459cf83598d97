"""The containers with TLS: what nginx says about a request is true."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest

DEPLOY = Path(__file__).resolve().parents[3] / "deploy"


def test_https_is_on_only_where_nginx_speaks_tls():
    assert 'HTTPS: "false"' in (DEPLOY / "compose" / "compose.yaml").read_text()
    tls = (DEPLOY / "compose" / "tls.yaml").read_text()
    assert 'HTTPS: "true"' in tls
    assert ":443" in tls
    assert "listen 443 ssl" in (DEPLOY / "compose" / "tls" / "site.conf").read_text()


@pytest.mark.nginx
def test_nginx_takes_the_configuration_with_tls(tmp_path):
    own = tmp_path / "tictactoe"
    shutil.copytree(DEPLOY / "compose" / "nginx", own)
    key = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"]
    files = ["-keyout", tmp_path / "privkey.pem", "-out", tmp_path / "fullchain.pem"]
    subprocess.run(
        ["openssl", "req", "-x509", "-subj", "/CN=localhost", *key, *files],
        check=True,
        capture_output=True,
    )
    site = (DEPLOY / "compose" / "tls" / "site.conf").read_text()
    (own / "site.conf").write_text(site.replace("/etc/nginx/certificates", str(tmp_path)))
    conf = tmp_path / "nginx.conf"
    included = [DEPLOY / "nginx" / "tictactoe.conf", DEPLOY / "compose" / "tls" / "redirect.conf"]
    includes = " ".join(f"include {path};" for path in included)
    conf.write_text(f"pid {tmp_path}/pid; events {{}} http {{ {includes} }}")
    done = subprocess.run(
        [os.environ["NGINX"], "-t", "-e", "stderr", "-c", str(conf)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
