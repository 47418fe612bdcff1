import type { Mutant } from './mutant.ts'

const tests = ['features/admin/platforms/test-login.test.ts']
const file = 'domain/platforms/test-login.ts'
const preview = 'features/admin/platforms/preview-claims.ts'

/** Mutants of a platform's test login. */
export const testLogins: Mutant[] = [
  {
    control: 'A test login can complete only once',
    asvs: '2.3.4',
    file,
    find: 'update test_logins set used_at = now() where client_id = ${clientId} and ${isOpen}`',
    replace: 'update test_logins set used_at = now() where client_id = ${clientId}`',
    tests,
  },
  {
    control: 'A test login completes only in the session that started it',
    asvs: '10.2.1',
    file,
    find: 'where admin_session_id = ${sessionId} and subsystem_id = ${platformId} and ${isOpen}`',
    replace:
      'where ${sessionId}::uuid is not null and subsystem_id = ${platformId} and ${isOpen} order by expires_at`',
    tests,
  },
  {
    control: 'The response to a test login must belong to its request',
    asvs: '10.2.1',
    file,
    find: "if (clientId === undefined || !isTokenFor('test-login', `state ${clientId}`, state))",
    replace: 'if (clientId === undefined)',
    tests,
  },
  {
    control: 'The client of a test login is valid for ten minutes',
    file,
    find: 'select subsystem_id from test_logins where client_id = ${clientId} and expires_at > now()`',
    replace: 'select subsystem_id from test_logins where client_id = ${clientId}`',
    tests,
  },
  {
    control: 'A test login needs a user with access to the platform',
    asvs: '8.2.1',
    file: 'features/platforms/single-sign-on/call-facts.ts',
    find: 'select ${platformAccessState(sql`caller.ip_address`)}',
    replace: "select 'active'::text",
    tests,
  },
  {
    control: 'The client of a test login has no refresh token',
    file: 'features/platforms/single-sign-on/client.ts',
    find: "grant_types: ['authorization_code'],",
    replace: "grant_types: ['authorization_code', 'refresh_token'],",
    tests,
  },
  {
    control: 'The code of a test login is sent only to the admin area',
    asvs: '10.4.1',
    file: 'features/platforms/single-sign-on/client.ts',
    find: 'redirect_uris: [testRedirectUri(subsystem.id)],',
    replace: 'redirect_uris: [testRedirectUri(subsystem.id), ...subsystem.redirectUris],',
    tests,
  },
  {
    control: 'A test login has the platform’s requirements for a login',
    asvs: '6.8.4',
    file: 'features/platforms/single-sign-on/client.ts',
    find: '    ...metadataOf({ ...subsystem, idleMinutes: null }),\n',
    replace: '',
    tests,
  },
  {
    control: 'The number of test logins is limited',
    asvs: '2.4.1',
    file: 'features/admin/platforms/test-login.ts',
    find: '  if (limit) throw new Refusal(errorCodes.tooManyRequests, limit)\n',
    replace: '',
    tests,
  },
  {
    control: 'A test login is recorded',
    asvs: '16.3.2',
    file: 'features/admin/platforms/test-login.ts',
    find: "    await recordAudit(tx, caller, 'platform_tested', { targetId: platformId, data })\n",
    replace: '',
    tests,
  },
  {
    control: 'Only an admin with permission to see users can preview claims',
    asvs: '8.2.1',
    file: preview,
    find: "  if (!caller.permissions.includes('manage_regular_user')) throw new Refusal(commonErrors.forbidden)\n",
    replace: '',
    tests: ['features/admin/platforms/preview-claims.test.ts'],
  },
  {
    control: 'A preview of claims is recorded',
    asvs: '16.3.2',
    file: preview,
    find: "  await recordAudit(db, caller, 'platform_claims_previewed', { targetId: userId, data })\n",
    replace: '',
    tests: ['features/admin/platforms/preview-claims.test.ts'],
  },
]
