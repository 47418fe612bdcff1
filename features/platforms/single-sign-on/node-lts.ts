// oidc-provider warns about Node releases without an LTS name, and npm's build of Node 26 has none. Import this
// before the library, which checks while it loads.
process.release.lts ??= 'Node 26 from npm'
