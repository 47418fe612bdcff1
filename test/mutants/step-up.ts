import type { Mutant } from './mutant.ts'

export const stepUp: Mutant[] = [
  {
    control: 'A change by an admin needs step-up authentication',
    asvs: '7.5.3',
    file: 'server/authorize.ts',
    find: 'if (stepUp) requireStepUp(caller, stepUp)',
    replace: '',
    tests: ['app/step-up.test.ts'],
  },
  {
    control:
      'Step-up authentication for secrets, roles, authenticators and links is five minutes old at most',
    asvs: '8.4.2',
    file: 'server/authorize.ts',
    find: 'minutesSinceStepUp < stepUp',
    replace: 'minutesSinceStepUp < 15',
    tests: ['app/step-up.test.ts'],
  },
  {
    control: 'Step-up authentication replaces the token of the session',
    asvs: '7.2.4',
    file: 'domain/admin-session.ts',
    find: 'const fresh = randomToken()',
    replace: 'const fresh = token',
    tests: ['features/account/sign-in/admin-session.test.ts'],
  },
]
