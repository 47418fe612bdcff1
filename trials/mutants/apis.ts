import type { Mutant } from './mutant.ts'

const at = 'features/platforms/single-sign-on/'
const tokens = [`${at}apis.test.ts`]
const atOnce = ['trials/system/apis-at-once.trial.ts']

export const apis: Mutant[] = [
  {
    control: 'An API introspects tokens for itself only',
    asvs: '10.3.1',
    file: `${at}apis.ts`,
    find: "kind !== 'AccessToken' || aud !== apiId",
    replace: "kind !== 'AccessToken' || aud === undefined",
    tests: tokens,
  },
  {
    control: 'An API introspects no refresh token',
    asvs: '10.3.1',
    file: `${at}apis.ts`,
    find: "kind !== 'AccessToken' || aud !== apiId",
    replace: "kind === 'AccessToken' && aud !== apiId",
    tests: tokens,
  },
  {
    control: 'An inactive API cannot introspect tokens',
    asvs: '8.3.2',
    file: `${at}apis.ts`,
    find: 'return api?.active ? clientOfApi(api) : undefined',
    replace: 'return api ? clientOfApi(api) : undefined',
    tests: tokens,
  },
  {
    control: 'No token is issued for an inactive API',
    asvs: '10.4.11',
    file: 'domain/service-accounts/api.ts',
    find: 'and a.active and',
    replace: 'and',
    tests: tokens,
  },
  {
    control: 'A platform can request only APIs in its registration',
    asvs: '10.4.11',
    file: `${at}apis.ts`,
    find: 'if (!api) throw new errors.InvalidTarget()\n    return',
    replace: "if (!api) return { scope: 'orders.read' }\n    return",
    tests: tokens,
  },
  {
    control: 'A platform gets only the API scopes in its registration',
    asvs: '10.4.11',
    file: 'domain/service-accounts/api.ts',
    find: 'where each = any(listed.scopes)',
    replace: 'where true',
    tests: tokens,
  },
  {
    control: 'A client credentials token is valid for no API',
    asvs: '10.4.11',
    file: `${at}apis.ts`,
    find: "['grant_type'] === 'client_credentials'",
    replace: "['grant_type'] === 'none'",
    tests: tokens,
  },
  {
    control: 'A JWT is issued only for a session that has not ended',
    asvs: '7.4.1',
    file: `${at}token-writes.ts`,
    find: "      writes.grantId ||= ctx.oidc.entities.AccessToken?.grantId ?? ''\n",
    replace: "      if (!writes.used && writes.tokens.length === 0) writes.grantId = ''\n",
    tests: atOnce,
  },
  {
    control:
      'Introspection by an API shows nothing of a token whose platform lost access to the API',
    asvs: '8.3.2',
    file: `${at}apis.ts`,
    find: 'if (!api) return false',
    replace: 'if (!api) return true',
    tests: tokens,
  },
]
