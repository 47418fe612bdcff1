// oidc-provider warns of any Node that carries no LTS name, and npm's build of Node 26 carries none. The tests
// are what says that it works. Imported before the library, which looks while it is loaded.
process.release.lts ??= 'Node 26 of npm'
