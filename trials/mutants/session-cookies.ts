import type { Mutant } from './mutant.ts'

const tests = ['app/identify.test.ts']

export const sessionCookies: Mutant[] = [
  {
    control: 'A 401 expires the stale session cookie',
    asvs: '7.4.1',
    file: 'server/cookies.ts',
    find: '  reply.clearCookie(session, cookieOptions)\n  request.csrfOwner = undefined\n}\n\nfunction',
    replace: '}\n\nfunction',
    tests,
  },
  {
    control: 'No response to a replaced token sets or expires a cookie',
    file: 'server/csrf.ts',
    find: "      reply.removeHeader('set-cookie')\n",
    replace: '',
    tests,
  },
  {
    control: 'A replaced token changes nothing',
    asvs: '7.2.4',
    file: 'app/identify.ts',
    find: "!['GET', 'HEAD'].includes(request.method)",
    replace: 'false',
    tests,
  },
  {
    control: 'A replaced token is accepted for 60 seconds at most',
    asvs: '7.2.4',
    file: 'domain/sessions/replaced-token.ts',
    find: "interval '60 seconds'",
    replace: "interval '1 hour'",
    tests,
  },
  {
    control: 'A step-up does not elevate a copy of the token that it replaces',
    asvs: '7.2.4',
    file: 'app/identify.ts',
    find: 'request.hasReplacedCookie ? null : minutesSinceStepUp',
    replace: 'minutesSinceStepUp',
    tests,
  },
]
