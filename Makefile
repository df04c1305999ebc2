# The two commands that matter are `make run` and `make test`; each sets up .venv first, with no more than it needs.
PYTHON ?= python3
BIN := .venv/bin
READY := .venv/.ready
PARSER := .venv/.parser
EQUIPPED := .venv/.equipped
SCRIPTS := .venv/.scripts
BROWSER := .venv/.browser
JAVASCRIPT := tests/javascript
MODULES := $(JAVASCRIPT)/node_modules
TYPESCRIPT := clients/typescript
COMPILED := .venv/typescript-client
DOCUMENT := .venv/openapi.json
SITE := .site
PIP := $(BIN)/python -m pip install --quiet --no-compile --disable-pip-version-check

.PHONY: run test soak breaks lint docs reference client compiled bench dist

# What running needs. Python compiles what is imported when it is; doing it for all here took a fifth of the time.
$(READY): requirements.lock setup.cfg setup.py pyproject.toml clients/python/pyproject.toml
	$(PYTHON) -m venv .venv
	$(PIP) --require-hashes -r requirements.lock
	$(PIP) --no-deps --no-build-isolation -e . -e clients/python
	touch $@

# A parser in C, of which there are no wheels. Without a C compiler gunicorn's own serves, and the start says so.
$(PARSER): requirements-parser.lock $(READY)
	$(PIP) --no-deps --no-build-isolation --require-hashes -r requirements-parser.lock || \
		echo "gunicorn_h1c is not installed: that needs a C compiler and Python's headers."
	touch $@

# What working on it needs besides.
$(EQUIPPED): requirements-dev.lock $(PARSER)
	$(PIP) --require-hashes -r requirements-dev.lock
	touch $@

# What checks the page's scripts and the OpenAPI document; Node.js itself is one of the packages above.
$(SCRIPTS): $(JAVASCRIPT)/package-lock.json $(EQUIPPED)
	PATH="$(CURDIR)/$(BIN):$$PATH" npm ci --prefix $(JAVASCRIPT) --silent --no-audit --no-fund
	touch $@

# The lightest browser that there is for tests of pages; where it cannot be installed, they use another one.
$(BROWSER): $(EQUIPPED)
	$(BIN)/python -m tests.browsing
	touch $@

run: $(PARSER)
	$(BIN)/kronika serve

test: $(EQUIPPED) $(SCRIPTS) $(BROWSER)
	$(BIN)/python -m pytest -n auto --dist loadfile --no-loadscope-reorder

soak: $(EQUIPPED) $(SCRIPTS) $(BROWSER)
	KRONIKA_SOAK=1 $(BIN)/python -m pytest -m soak

# Some ninety breaks of the product, one after the other, each of which tests have to notice.
breaks: $(SCRIPTS)
	$(BIN)/python -m tests.breaks

lint: $(SCRIPTS) docs compiled
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/node $(MODULES)/eslint/bin/eslint.js -c $(JAVASCRIPT)/eslint.config.js api/static
	$(BIN)/node $(MODULES)/typescript/bin/tsc -p $(JAVASCRIPT)
	$(BIN)/node $(MODULES)/eslint/bin/eslint.js -c $(JAVASCRIPT)/eslint.config.js $(TYPESCRIPT) $(COMPILED) \
		--ignore-pattern $(COMPILED)/page/audit
	$(BIN)/python -c "import sys; from api.app import openapi_document; sys.stdout.buffer.write(openapi_document())" > $(DOCUMENT)
	$(BIN)/node $(MODULES)/@stoplight/spectral-cli/dist/index.js lint -r $(JAVASCRIPT)/spectral.yaml \
		--fail-severity=hint $(DOCUMENT)
	REDOCLY_TELEMETRY=off REDOCLY_SUPPRESS_UPDATE_NOTICE=true $(BIN)/node $(MODULES)/@redocly/cli/bin/cli.js lint \
		--config $(JAVASCRIPT)/redocly.yaml $(DOCUMENT)

# The documentation as a site, with strict links. Its diagrams are drawn by a Mermaid of our own packages.
docs: $(SCRIPTS)
	rm -rf $(SITE)
	$(BIN)/zensical build --clean --strict
	mkdir -p $(SITE)/assets
	cp $(MODULES)/@mermaid-js/tiny/dist/mermaid.tiny.js $(SITE)/assets/
	$(BIN)/python -m tests.documents.site $(SITE)

# The pages of the documentation that are generated from the code.
reference: $(EQUIPPED)
	$(BIN)/python -m tests.documents.reference
	$(BIN)/python -m tests.operator.page

bench: $(EQUIPPED)
	$(BIN)/python -m bench

# The generated part of the Python client.
client: $(EQUIPPED)
	$(BIN)/python -m tests.clients.generate

# The TypeScript client, with its types made from the document.
compiled: $(SCRIPTS)
	$(BIN)/python -m tests.clients.typescript_schema
	$(BIN)/node $(TYPESCRIPT)/build.mjs $(COMPILED)

# A release: the wheels made from the sdists and the npm package, installed into empty environments and played with.
dist: compiled
	rm -rf dist
	$(BIN)/python -m build --no-isolation --outdir dist
	$(BIN)/python -m build --no-isolation --outdir dist clients/python
	$(BIN)/npm pack ./$(COMPILED) --silent --pack-destination dist
	KRONIKA_SOAK=1 KRONIKA_DIST=dist $(BIN)/python -m pytest -m soak tests/packaging
