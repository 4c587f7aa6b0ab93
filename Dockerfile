# The server of the browser app. compose.yaml runs it with PostgreSQL.

FROM python:3.13-slim-trixie AS build
# hadolint ignore=DL3008
RUN apt-get update \
 && apt-get install -y --no-install-recommends nodejs npm \
 && rm -rf /var/lib/apt/lists/*
WORKDIR /nupp
COPY web/package.json web/package-lock.json web/
RUN npm ci --prefix web --no-audit --no-fund
COPY locks/server.txt locks/postgres.txt locks/
RUN python -m venv /opt/nupp \
 && /opt/nupp/bin/pip install --no-cache-dir --require-hashes --requirement locks/server.txt --requirement locks/postgres.txt
COPY . .
RUN /opt/nupp/bin/pip install --no-cache-dir --no-deps --no-build-isolation .

FROM python:3.13-slim-trixie
RUN useradd --system --uid 10001 nupp \
 && install --directory --owner nupp /var/lib/nupp /var/cache/nupp
COPY --from=build /opt/nupp /opt/nupp
ENV PATH=/opt/nupp/bin:$PATH NUPP_DATA=/var/lib/nupp NUPP_CACHE=/var/cache/nupp
USER 10001
# Games, and compiled code: it is for the processor that runs it, so it is kept in a volume and not in the image.
VOLUME ["/var/lib/nupp", "/var/cache/nupp"]
EXPOSE 8642
HEALTHCHECK --start-period=30s CMD ["python", "-c", "import urllib.request; urllib.request.urlopen('http://127.0.0.1:8642/healthz')"]
CMD ["nupp", "serve", "--host", "0.0.0.0"]
