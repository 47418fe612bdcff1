import type { Ability, Support } from './abilities.ts'

export type Stack = {
  /** The library with the version that its folder pins. */
  name: string
  /** The name of its page in docs/integrating. */
  page: string
  /** Commands that must succeed; otherwise the stack is skipped. */
  needs: readonly string[]
  /** Commands run in a copy of the stack's folder, once for each state of its files. */
  prepare: readonly string[]
  start: string
  /** The installation command, if no file of the folder pins a version. */
  install?: string
  /** The path of the redirect URI, if it is not `/callback`. The next two fields also change the registration. */
  callback?: string
  bye?: string
  isBrowserOnly?: boolean
  role?: string
  /** The abilities that are not simply `yes`. */
  but?: Partial<Record<Ability, Support>>
  /**
   * Paths that differ from those in `abilities.ts`. `{bye}` is the URL after the logout; `{end}` is the logout URL
   * without an ID token.
   */
  paths?: Partial<Record<Ability, string>>
  /** True for a program that is configured, not written: it has no page that answers 501 for a missing ability. */
  isProduct?: boolean
  /** The path that returns the logged-in user, for a product whose pages do not show the user. */
  identity?: string
  /** The path that calls the stack's own API, which introspects the access token and answers with the result. */
  api?: string
  /** The time after which a visit refreshes the tokens automatically. */
  refreshesAfterMs?: number
  /** True if it refreshes only after its access token has expired. */
  refreshesExpiredOnly?: boolean
  /** True if it keeps a session after a failed refresh until its ID token expires. */
  outlivesRefresh?: boolean
  /** True if its logout sends no ID token hint, so the portal asks the user to confirm. */
  asksBeforeLogout?: boolean
}

export function supportOf({ but }: Stack, ability: Ability): Support {
  return but?.[ability] ?? 'yes'
}

const npm = ['npm ci --no-audit --no-fund --ignore-scripts']
const python = ['python3 -m venv venv', 'venv/bin/pip install --quiet -r requirements.txt']
const maven = ['mvn --batch-mode --quiet package']
const proxy = 'go install github.com/oauth2-proxy/oauth2-proxy/v7@v7.6.0'
const own = 'by hand'
const none = 'not offered'

/** The folders beside this file, in the order in which they are tested. */
export const stacks: Readonly<Record<string, Stack>> = {
  'openid-client': {
    name: 'openid-client 6.8',
    page: 'openid-client',
    needs: ['npm --version'],
    prepare: npm,
    start: 'node server.mjs',
    but: { backchannel: own },
  },
  oauth4webapi: {
    name: 'oauth4webapi 3.8',
    page: 'oauth4webapi',
    needs: ['npm --version'],
    prepare: npm,
    start: 'node server.mjs',
    but: { logout: own, backchannel: own },
  },
  'auth-js': {
    name: 'Auth.js (@auth/express 0.12)',
    page: 'auth-js',
    needs: ['npm --version'],
    prepare: npm,
    start: 'node server.mjs',
    callback: '/auth/callback/portico',
    but: { par: none, refresh: own, twice: own, logout: own, backchannel: none },
  },
  express: {
    name: 'express-openid-connect 3.4',
    page: 'express-openid-connect',
    needs: ['npm --version'],
    prepare: npm,
    start: 'node server.mjs',
    paths: { backchannel: '/backchannel-logout' },
  },
  passport: {
    name: 'passport-openidconnect 0.1',
    page: 'passport-openidconnect',
    needs: ['npm --version'],
    prepare: npm,
    start: 'node server.mjs',
    but: { pkce: none, par: none, refresh: none, twice: none, logout: own, backchannel: none },
  },
  page: {
    name: 'oidc-client-ts 3.5',
    page: 'oidc-client-ts',
    needs: ['npm --version'],
    prepare: npm,
    start: 'node server.mjs',
    isBrowserOnly: true,
    paths: { twice: '/refresh-twice' },
    but: { twice: own, par: none, backchannel: none },
  },
  flask: {
    name: 'Flask 3.1 with Authlib 1.9',
    page: 'flask-authlib',
    needs: ['python3 --version'],
    prepare: python,
    start: 'venv/bin/python app.py',
    but: { par: none, backchannel: own },
  },
  django: {
    name: 'Django 5.2 with mozilla-django-oidc 5.0',
    page: 'django',
    needs: ['python3 --version'],
    prepare: python,
    start: 'venv/bin/python start.py',
    callback: '/oidc/callback/',
    refreshesAfterMs: 2_500,
    but: { par: none, refresh: none, twice: none, backchannel: none },
  },
  'go-oidc': {
    name: 'go-oidc 3.21',
    page: 'go-oidc',
    needs: ['go version'],
    prepare: ['go build -o client .'],
    start: './client',
    but: { par: none, logout: own, backchannel: own },
  },
  zitadel: {
    name: 'zitadel/oidc 3.52',
    page: 'zitadel-oidc',
    needs: ['go version'],
    prepare: ['go build -o client .'],
    start: './client',
    but: { par: none, logout: own, backchannel: own },
  },
  rust: {
    name: 'openidconnect 4.1 (Rust)',
    page: 'rust-openidconnect',
    needs: ['cargo --version'],
    prepare: ['cargo build --locked --quiet'],
    start: './target/debug/client',
    but: { par: none, backchannel: own },
  },
  'spring-boot-4': {
    name: 'Spring Boot 4',
    page: 'spring-boot-4',
    needs: ['java -version', 'mvn --version'],
    prepare: maven,
    start: 'java -jar target/client.jar',
    callback: '/login/oauth2/code/portico',
    api: '/call',
    paths: { backchannel: '/logout/connect/back-channel/portico' },
    but: { par: none },
  },
  'spring-boot-3': {
    name: 'Spring Boot 3.5',
    page: 'spring-boot-3',
    needs: ['java -version', 'mvn --version'],
    prepare: maven,
    start: 'java -jar target/client.jar',
    callback: '/login/oauth2/code/portico',
    api: '/call',
    paths: { backchannel: '/logout/connect/back-channel/portico' },
    but: { par: none },
  },
  apache: {
    name: 'Apache, mod_auth_openidc 2.4',
    page: 'apache',
    needs: ['/usr/sbin/apache2 -v', 'test -f /usr/lib/apache2/modules/mod_auth_openidc.so'],
    install: 'apt-get install apache2 libapache2-mod-auth-openidc # 2.4.12 in Debian 12',
    prepare: [],
    start: 'sh start.sh',
    isProduct: true,
    role: 'approver',
    paths: { logout: '/callback?logout={bye}', backchannel: '/callback?logout=backchannel' },
    but: { par: none },
  },
  'oauth2-proxy': {
    name: 'oauth2-proxy 7.6',
    page: 'oauth2-proxy',
    needs: ['go version'],
    install: proxy,
    prepare: [`GOBIN="$PWD" ${proxy}`],
    start: 'sh start.sh',
    callback: '/oauth2/callback',
    isProduct: true,
    identity: '/oauth2/userinfo',
    role: 'payer',
    refreshesAfterMs: 4_000,
    outlivesRefresh: true,
    asksBeforeLogout: true,
    paths: {
      refresh: '/',
      twice: '/',
      stepUp: '/',
      logout: '/oauth2/sign_out?rd={end}',
    },
    but: { par: none, silent: none, maxAge: none, logout: own, backchannel: none },
  },
  jupyterhub: {
    name: 'JupyterHub 6.1 with oauthenticator 17.4',
    page: 'jupyterhub',
    needs: ['python3 --version', 'npm --version', 'openssl version'],
    prepare: [...npm, ...python],
    start: 'sh start.sh',
    callback: '/hub/oauth_callback',
    bye: '/hub/health',
    isProduct: true,
    refreshesAfterMs: 2_500,
    asksBeforeLogout: true,
    refreshesExpiredOnly: true,
    paths: {
      login: '/hub/home',
      refresh: '/hub/home',
      twice: '/hub/home',
      maxAge: '/hub/home',
      stepUp: '/hub/home',
      logout: '/hub/logout',
    },
    but: { par: none, silent: none, logout: own, backchannel: none },
  },
}
