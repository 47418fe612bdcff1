#!/bin/sh
JUPYTERHUB_CRYPT_KEY=$(openssl rand -hex 32)
REFRESH_SECONDS=2
export JUPYTERHUB_CRYPT_KEY REFRESH_SECONDS
rm -f jupyterhub-proxy.pid
exec venv/bin/jupyterhub -f jupyterhub_config.py
