import type { AuthorizationResponse, Platform } from './platform.ts'

/** Requests of a platform's server without a client library, so that a test sees each response unmodified. */

type CallOptions = { method: 'GET' | 'POST'; headers: Record<string, string>; body?: string }
export type Ask = (path: string, asked: CallOptions) => Promise<Response>

export function askAt(url: string): Ask {
  return (path, asked) => fetch(url + path, { ...asked, redirect: 'manual' })
}

/** Returns the token calls with `client_secret_basic`; without a secret, as a public client. */
export function callsOf(ask: Ask, { id, callback }: Platform, secret: string | null) {
  const post = (path: string, form: Record<string, string>) =>
    ask(path, {
      method: 'POST',
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        ...(secret !== null && { authorization: basicOf(id, secret) }),
      },
      body: new URLSearchParams({ ...form, ...(secret === null && { client_id: id }) }).toString(),
    })
  return {
    post,
    userinfo: (token: string) =>
      ask('/oidc/me', { method: 'GET', headers: { authorization: `Bearer ${token}` } }),
    introspect: (token: string, hint?: string) =>
      post('/oidc/token/introspection', { token, ...(hint && { token_type_hint: hint }) }),
    exchange: ({ back, verifier }: Pick<AuthorizationResponse, 'back' | 'verifier'>) =>
      post('/oidc/token', {
        grant_type: 'authorization_code',
        code: back.searchParams.get('code') ?? '',
        redirect_uri: callback,
        code_verifier: verifier,
      }),
    refresh: (token: string) =>
      post('/oidc/token', { grant_type: 'refresh_token', refresh_token: token }),
    credentials: () =>
      post('/oidc/token', { grant_type: 'client_credentials', scope: 'invitations' }),
  }
}

export type Calls = ReturnType<typeof callsOf>

/** Encodes id and secret for HTTP Basic, each form-encoded first (RFC 6749 §2.3.1). */
export function basicOf(id: string, secret: string): string {
  const pair = [id, secret].map((part) => new URLSearchParams([['', part]]).toString().slice(1))
  return `Basic ${Buffer.from(pair.join(':')).toString('base64')}`
}
