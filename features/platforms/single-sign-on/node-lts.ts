// oidc-provider warns about Node releases without an LTS name, which npm's build of Node 26 lacks. Import this file
// before the library, which checks the name while it loads.
process.release.lts ??= 'Node 26 from npm'
