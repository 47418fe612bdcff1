/** Values that a platform's code or proxy is configured with. */
type Facts = {
  issuer: string
  id: string
  redirectUri: string
  entryOrigin: string
  /** Scopes of the registration, separated by spaces. */
  scopes: string
}

/** Placeholder of the client secret in each snippet that has one. */
export const secretPlaceholder = 'CLIENT_SECRET'

/** Lines of docs/integrating.md, docs/tutorial.md and docs/forward-auth/Caddyfile, whose code is tested. */
export type Snippet = { name: string; text: (facts: Facts) => string }

const openIdClient = ({ issuer, id, redirectUri, scopes }: Facts, secret: string) => `\
const provider = await client.discovery(new URL('${issuer}'), '${id}', ${secret})
const url = client.buildAuthorizationUrl(provider, {
  redirect_uri: '${redirectUri}',
  scope: '${scopes}',
  state: login.state,
  nonce: login.nonce,
  code_challenge: await client.calculatePKCECodeChallenge(login.verifier),
  code_challenge_method: 'S256',
})

// In the callback:
const tokens = await client.authorizationCodeGrant(provider, url, {
  expectedState: login.state,
  expectedNonce: login.nonce,
  pkceCodeVerifier: login.verifier,
  idTokenExpected: true,
})
const { sub, sid } = tokens.claims()
`

const quoted = (scopes: string) =>
  scopes
    .split(' ')
    .map((scope) => `"${scope}"`)
    .join(', ')

export const serverSnippets: readonly Snippet[] = [
  { name: 'openid-client 6', text: (facts) => openIdClient(facts, `'${secretPlaceholder}'`) },
  {
    name: 'express-openid-connect 3',
    text: ({ issuer, id, scopes }) => `\
auth({
  issuerBaseURL: '${issuer}', baseURL, clientID: '${id}', clientSecret: '${secretPlaceholder}', secret,
  authorizationParams: { response_type: 'code', scope: '${scopes}' },
})
`,
  },
  {
    name: 'Auth.js',
    text: ({ issuer, id, scopes }) => `\
{ id: 'portico', name: 'Portico', type: 'oidc', issuer: '${issuer}', clientId: '${id}', clientSecret: '${secretPlaceholder}',
  authorization: { params: { scope: '${scopes}' } } }
`,
  },
  {
    name: 'go-oidc 3',
    text: ({ issuer, id, redirectUri, scopes }) => `\
provider, err := oidc.NewProvider(ctx, "${issuer}")
config := oauth2.Config{ClientID: "${id}", ClientSecret: "${secretPlaceholder}", RedirectURL: "${redirectUri}",
	Endpoint: provider.Endpoint(), Scopes: []string{${quoted(scopes)}}}
address := config.AuthCodeURL(state, oidc.Nonce(nonce), oauth2.S256ChallengeOption(verifier))
// In the callback, once state is checked:
token, err := config.Exchange(ctx, code, oauth2.VerifierOption(verifier))
idToken, err := provider.Verifier(&oidc.Config{ClientID: "${id}"}).Verify(ctx, token.Extra("id_token").(string))
`,
  },
  {
    name: 'Apache, mod_auth_openidc 2.4',
    text: ({ issuer, id, redirectUri, scopes }) => `\
OIDCProviderMetadataURL ${issuer}/.well-known/openid-configuration
OIDCClientID ${id}
OIDCClientSecret ${secretPlaceholder}
OIDCRedirectURI ${redirectUri}
OIDCCryptoPassphrase …
OIDCScope "${scopes}"
OIDCPKCEMethod S256
<Location />
  AuthType openid-connect
  Require valid-user
</Location>
`,
  },
]

export const publicSnippets: readonly Snippet[] = [
  { name: 'openid-client 6', text: (facts) => openIdClient(facts, 'undefined, client.None()') },
]

export const proxySnippets: readonly Snippet[] = [
  {
    name: 'Caddy',
    text: ({ issuer, id, entryOrigin }) => `\
${new URL(entryOrigin).host} {
	route {
		request_header -X-Portico-Identity
		request_header -X_Portico_Identity
		reverse_proxy /.portico/* ${new URL(issuer).origin} {
			header_up Host {upstream_hostport}
			header_up X-Forwarded-For {remote_host}
			header_up -X-Forwarded-Host
		}
		forward_auth ${new URL(issuer).origin} {
			uri /forward-auth/verify?subsystem=${id}&redirect=true
			header_up Host {upstream_hostport}
			header_up X-Forwarded-For {remote_host}
			header_up -X-Forwarded-Host
			copy_headers X-Portico-Identity
		}
		reverse_proxy 127.0.0.1:3000 {
		}
	}
}
`,
  },
]
