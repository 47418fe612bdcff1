/**
 * Fixed beginnings of error messages, of the library and of this folder. Other messages are not shown, because they
 * might quote the request.
 */
export const refusalReasons = [
  // Client authentication
  'client not found',
  'client is invalid',
  'client_id mismatch',
  'no client authentication mechanism provided',
  'client authentication must only be provided using one mechanism',
  'the provided authentication mechanism does not match the registered client authentication method',
  'invalid secret provided',
  'invalid authorization header value format',
  'client_id and client_secret in the authorization header are not properly encoded',
  'client_secret must be provided in the Authorization header',
  // Client assertions
  'invalid client_assertion format',
  'client_assertion_type must',
  'sub (JWT subject) must be provided in the client_assertion JWT',
  'iss (JWT issuer) must be provided in the client_assertion JWT',
  'iss (JWT issuer) must be the client_id',
  'aud (JWT audience) must be provided in the client_assertion JWT',
  'audience (aud) must equal the endpoint url, issuer identifier or token endpoint url',
  'list of audience (aud) must include the endpoint url, issuer identifier or token endpoint url',
  'expiration must be specified in the client_assertion JWT',
  'issue time (iat) must be provided in the client_assertion JWT',
  'the client_assertion JWT must be issued and expire within five minutes',
  'unique jti (JWT ID) must be provided in the client_assertion JWT',
  'client assertion tokens must only be used once',
  'alg mismatch',
  'jwt expired',
  'jwt not active yet',
  'jwt issued in the future',
  'signature verification failed',
  'no applicable key found in the JSON Web Key Set',
  'client JSON Web Key Set failed to be refreshed',
  'client JSON Web Key Set is invalid',
  // Codes and tokens
  'authorization code not found',
  'authorization code is expired',
  'authorization code already consumed',
  'authorization code redirect_uri mismatch',
  'authorization code invalid (referenced account not found)',
  'code_verifier must be provided',
  'code_verifier must be a string',
  'code_verifier contains invalid characters',
  'code_verifier does not match code_challenge',
  'refresh token not found',
  'refresh token is expired',
  'refresh token already used',
  'refresh token invalid (referenced account not found)',
  'refresh token missing requested scope',
  'access token not found',
  'access token missing',
  'associated account not found',
  'client mismatch',
  'grant not found',
  'grant is expired',
  'the session has ended',
  'Structured JWT Tokens cannot be',
  'token audience prevents accessing the userinfo endpoint',
  'access token missing openid scope',
  // APIs
  'resource indicator is missing, or unknown',
  'resource indicator must be an absolute URI',
  'resource indicator must not contain a fragment component',
  'only a single resource indicator value',
  // Requests
  "redirect_uri did not match any of the client's registered redirect_uris",
  'Authorization Server policy requires PKCE to be used for this request',
  'not supported value of code_challenge_method',
  'code_challenge_method must be provided',
  'code_challenge must be provided with code_challenge_method',
  'code_challenge must be a string',
  'code_challenge contains invalid characters',
  'requested response_type is not allowed for this client',
  'requested response_mode is not allowed',
  'requested grant type is not allowed for this client',
  'requested scope is not allowed',
  'unsupported response_type requested',
  'unsupported response_mode requested',
  'unsupported grant_type requested',
  'unsupported prompt value requested',
  'missing required parameter',
  'scope contains invalid characters',
  'openid scope must be requested',
  'could not parse the claims parameter JSON',
  'invalid max_age parameter value',
  'invalid request_uri',
  'request_uri is invalid, expired, or was already used',
  'already used',
  'client_id does not match the provided id_token_hint',
  'could not decode id_token_hint',
  'could not validate id_token_hint',
  'post_logout_redirect_uri not registered',
  'failed to parse the request body',
  'another user is logged in',
  'the requested acr is not met',
  'too many requests from this address',
] as const

type Reason = (typeof refusalReasons)[number]

/** Parameters of a request whose value explains the refusal, by reason. None of them is a secret. */
const parameterOfReason: Partial<Record<Reason, string>> = {
  "redirect_uri did not match any of the client's registered redirect_uris": 'redirect_uri',
  'authorization code redirect_uri mismatch': 'redirect_uri',
  'post_logout_redirect_uri not registered': 'post_logout_redirect_uri',
  'resource indicator is missing, or unknown': 'resource',
  'requested response_type is not allowed for this client': 'response_type',
  'requested response_mode is not allowed': 'response_mode',
  'requested grant type is not allowed for this client': 'grant_type',
  'requested scope is not allowed': 'scope',
  'unsupported response_type requested': 'response_type',
  'unsupported response_mode requested': 'response_mode',
  'unsupported grant_type requested': 'grant_type',
  'unsupported prompt value requested': 'prompt',
}

const maxLength = 300

/**
 * Returns the value in a request that a refusal is about, such as the redirect URI. It is the text of a stranger: at
 * most 300 characters, and characters that are invisible or change the direction of text are replaced. Returns an empty
 * text if the reason is about no value.
 */
export function refusedValue(reason: string, parameters: unknown): string {
  const name = Object.hasOwn(parameterOfReason, reason) && parameterOfReason[reason as Reason]
  if (!name || typeof parameters !== 'object' || parameters === null) return ''
  const value = (parameters as Record<string, unknown>)[name]
  if (typeof value !== 'string') return ''
  const text = value
    .slice(0, maxLength + 1)
    .toWellFormed()
    .replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '\ufffd')
  return text.length > maxLength ? `${text.slice(0, maxLength - 1).toWellFormed()}…` : text
}
