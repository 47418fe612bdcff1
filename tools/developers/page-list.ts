/** A page generated from a Markdown file, or from some of its sections. */
export type Guide = {
  path: string
  /** The page's title; by default the title of the file or section. */
  title?: string
  label: string
  group: string
  file: string
  /** Headings of level two; the empty string is the part before the first heading. By default the whole file. */
  sections?: readonly string[]
  isAdmin?: true
}

const integrating = 'docs/integrating.md'

/** Pages in the order of the menu. Other documents are not published. */
export const guides: readonly Guide[] = [
  { group: 'Start', path: '', label: 'Overview', file: 'docs/developers.md' },
  { group: 'Start', path: 'tutorial', label: 'Ten-minute tutorial', file: 'docs/tutorial.md' },
  {
    group: 'Start',
    path: 'starters/express',
    label: 'Express starter',
    file: 'starters/express/README.md',
  },
  {
    group: 'Start',
    path: 'starters/next',
    label: 'Next.js starter',
    file: 'starters/next/README.md',
  },
  {
    group: 'Start',
    path: 'add-a-platform',
    label: 'Register a platform',
    file: 'docs/how-to/add-a-platform.md',
  },
  {
    group: 'Log users in',
    path: 'login',
    title: 'Log users in with OpenID Connect',
    label: 'OpenID Connect login',
    file: integrating,
    sections: ['', 'Settings', 'Login'],
  },
  part('claims', 'Claims and roles', ['Claims']),
  part('assurance', 'Assurance and step-up', ['Assurance levels']),
  part('tokens', 'Tokens and keys', ['Tokens', 'Keys']),
  part('logout', 'Sessions and logout', ['End of a session', 'Links to the portal']),
  part('access', 'Access to a platform', ['Access to a platform']),
  part('libraries', 'Client libraries', ['Client libraries: tested settings']),
  part('apis', 'APIs behind a platform', ['APIs behind your platform']),
  part('forward-auth', 'Forward-auth', ['Behind a proxy (forward-auth)']),
  part('testing', 'Testing', ['A test login', 'A rejected request', 'Testing end to end']),
  {
    group: 'Log users in',
    path: 'troubleshooting',
    label: 'Troubleshoot login loops',
    file: 'docs/troubleshooting.md',
  },
  library('openid-client', 'openid-client'),
  library('oauth4webapi', 'oauth4webapi'),
  library('auth-js', 'Auth.js'),
  library('express-openid-connect', 'express-openid-connect'),
  library('passport-openidconnect', 'passport-openidconnect'),
  library('oidc-client-ts', 'oidc-client-ts'),
  library('spring-boot-4', 'Spring Boot 4'),
  library('spring-boot-3', 'Spring Boot 3'),
  library('flask-authlib', 'Flask'),
  library('django', 'Django'),
  library('go-oidc', 'go-oidc'),
  library('zitadel-oidc', 'zitadel/oidc'),
  library('rust-openidconnect', 'Rust'),
  library('apache', 'Apache'),
  library('oauth2-proxy', 'oauth2-proxy'),
  library('jupyterhub', 'JupyterHub'),
  { ...part('invitations', 'Invite users', ['Inviting users']), group: 'APIs and events' },
  { group: 'APIs and events', path: 'webhooks', label: 'Webhooks', file: 'docs/webhooks.md' },
  {
    group: 'APIs and events',
    path: 'service-accounts',
    label: 'Service accounts',
    file: 'docs/service-accounts.md',
  },
  {
    group: 'APIs and events',
    path: 'configuration-file',
    label: 'Configure from a file',
    file: 'docs/how-to/configure-from-a-file.md',
  },
]

/** Listed in the reference group, because it covers every call of the admin area. */
export const roles: Guide = {
  group: 'Reference',
  path: 'roles',
  title: 'Roles and permissions',
  label: 'Roles and their calls',
  file: 'docs/access.md',
  isAdmin: true,
}

/** Tested example files, each shown as a whole. */
export const examples: readonly { path: string; label: string; file: string; language: string }[] =
  [
    {
      path: 'examples/platform',
      label: 'Platform in Node.js',
      file: 'docs/tutorial/platform.mjs',
      language: 'js',
    },
    {
      path: 'examples/webhook-receiver',
      label: 'Webhook endpoint',
      file: 'docs/webhooks/receiver.mjs',
      language: 'js',
    },
    {
      path: 'examples/service-account',
      label: 'Service account',
      file: 'docs/service-accounts/nightly.mjs',
      language: 'js',
    },
    {
      path: 'examples/api',
      label: 'API',
      file: 'docs/apis/api.mjs',
      language: 'js',
    },
    {
      path: 'examples/starter-pages',
      label: 'Express starter: pages',
      file: 'starters/express/server.mjs',
      language: 'js',
    },
    {
      path: 'examples/starter-login',
      label: 'Starters: OpenID Connect',
      file: 'starters/express/portico.mjs',
      language: 'js',
    },
    {
      path: 'examples/starter-sessions',
      label: 'Starters: sessions',
      file: 'starters/express/sessions.mjs',
      language: 'js',
    },
    {
      path: 'examples/nginx',
      label: 'nginx',
      file: 'docs/forward-auth/nginx.conf',
      language: 'nginx',
    },
    {
      path: 'examples/caddy',
      label: 'Caddy',
      file: 'docs/forward-auth/Caddyfile',
      language: 'nginx',
    },
    {
      path: 'examples/traefik',
      label: 'Traefik',
      file: 'docs/forward-auth/traefik.yaml',
      language: 'yaml',
    },
  ]

function part(path: string, label: string, sections: readonly string[]): Guide {
  return { group: 'Log users in', path, title: label, label, file: integrating, sections }
}

function library(name: string, label: string): Guide {
  return {
    group: 'Libraries',
    path: `libraries/${name}`,
    label,
    file: `docs/integrating/${name}.md`,
  }
}
