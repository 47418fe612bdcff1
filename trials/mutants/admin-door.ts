import type { Mutant } from './mutant.ts'

const signIn = 'features/account/sign-in/identity-provider.ts'
const tests = ['features/account/sign-in/auth-proxy.test.ts']

export const adminDoor: Mutant[] = [
  {
    control: 'The admin area answers only to its own host name',
    file: 'app/hosts.ts',
    find: 'return isOfAdmins && host',
    replace: 'return host',
    tests: ['app/hosts.test.ts'],
  },
  {
    control: 'No other spelling of the admin host opens the admin area',
    file: 'app/hosts.ts',
    find: " && host.toLowerCase().replace(/:\\d*$/, '') === url.hostname",
    replace: '',
    tests: ['app/hosts.test.ts'],
  },
  {
    control: 'Host and X-Forwarded-Host must both name the admin area',
    file: 'app/hosts.ts',
    find: '[host, ...hostHeaders].every',
    replace: '[host].every',
    tests: ['app/hosts.test.ts'],
  },
  {
    control: 'The signature of the ID token of an admin is checked',
    asvs: '9.1.1',
    file: signIn,
    find: '[client.enableNonRepudiationChecks, ...insecure]',
    replace: 'insecure',
    tests,
  },
  {
    control: 'A login of an admin without a listed acr is refused',
    asvs: '6.8.4',
    file: signIn,
    find: 'acrs.length === 0 || acrs.includes(String(claims.acr))',
    replace: 'true',
    tests,
  },
  {
    control: 'NUL in a claim of the identity provider is refused',
    file: signIn,
    find: "if (`${claims.sub}${String(profile['email'])}`.includes('\\0'))",
    replace: 'if (false)',
    tests,
  },
]
