import type { Mutant } from './mutant.ts'

const calls = ['app/service-account-calls.test.ts']
const tokens = ['app/service-account-tokens.test.ts']
const account = 'domain/service-accounts/service-account.ts'

export const serviceAccounts: Mutant[] = [
  {
    control: 'A service account calls only endpoints that name a scope',
    asvs: '8.2.1',
    file: 'server/authorize.ts',
    find: 'if (scope === undefined) throw new Refusal(commonErrors.forbidden)',
    replace: 'if (scope === undefined) return',
    tests: calls,
  },
  {
    control: 'A service account calls only endpoints for which its token has a scope',
    asvs: '10.3.2',
    file: 'server/authorize.ts',
    find: 'if (!allowsScope(scopes, scope))',
    replace: 'if (!allowsScope(scopes, scope) && scopes.length === 0)',
    tests: calls,
  },
  {
    control: 'A scope to read allows no change',
    asvs: '8.2.1',
    file: 'contract/machine.ts',
    find: 'scope === required || `${scope}.read` === required',
    replace: "scope.replace('.read', '') === required.replace('.read', '')",
    tests: calls,
  },
  {
    control: 'Cookies are ignored beside the token of a service account',
    file: 'app/identify.ts',
    find: 'if (readCookie(request, adminCookies.session)) throw',
    replace: 'if (!request.headers.authorization) throw',
    tests: calls,
  },
  {
    control: 'Only a bearer token replaces the CSRF token',
    asvs: '3.5.1',
    file: 'server/bearer.ts',
    find: 'return bearerToken.test(authorization) && isAdminUrl(routeOf(request))',
    replace: "return authorization !== '' && isAdminUrl(routeOf(request))",
    tests: calls,
  },
  {
    control: 'A revoked or expired service account gets no token',
    asvs: '7.4.2',
    file: account,
    find: '(a.revoked_at is null and a.expires_at > now())',
    replace: '(a.revoked_at is null or a.expires_at > now())',
    tests: tokens,
  },
  {
    control: 'A service account calls from its networks only',
    asvs: '8.2.4',
    file: account,
    find: "(a.allowed_from = '{}' or address_of",
    replace: "(a.allowed_from <> '{}' or address_of",
    tests: tokens,
  },
  {
    control: 'A token has no scope that the service account has lost',
    file: account,
    find: 'intersect select unnest',
    replace: 'union select unnest',
    tests: tokens,
  },
  {
    control: 'Changing keys ends the tokens of a service account',
    file: account,
    find: 'is distinct from (${jwks}, ${facts.jwksUri}::text) then 1 else 0 end',
    replace: 'is distinct from (${jwks}, ${facts.jwksUri}::text) then 0 else 0 end',
    tests: ['features/admin/service-accounts/service-accounts.test.ts'],
  },
  {
    control: 'Calls of a service account are limited',
    file: 'app/identify.ts',
    find: "consumeRateLimit(db, 'serviceCalls', serviceId)",
    replace: "consumeRateLimit(db, 'serviceCalls', request.ip)",
    tests: tokens,
  },
  {
    control: 'Extending a service account needs two-person approval',
    file: 'features/admin/service-accounts/save.ts',
    find: 'hasOtherKeys(before, after) ||',
    replace: 'false ||',
    tests: ['features/admin/service-accounts/second-person.test.ts'],
  },
  {
    control: 'No platform has the id of a service account',
    file: 'features/admin/platforms/contract.ts',
    find: "!id.startsWith('svc-')",
    replace: 'true',
    tests: calls,
  },
]
