import { configuration } from './configuration.ts'
import { guessing } from './guessing.ts'
import { load } from './load.ts'
import type { Mutant } from './mutant.ts'
import { pendingAuthenticator } from './pending-authenticator.ts'
import { sessionCookies } from './session-cookies.ts'
import { stepUp } from './step-up.ts'
import { strangers } from './strangers.ts'
import { users } from './users.ts'

/** All mutants, in the order of the table in docs/security.md. */
export const mutants: Mutant[] = [
  ...configuration,
  ...load,
  ...sessionCookies,
  ...stepUp,
  ...pendingAuthenticator,
  ...users,
  ...strangers,
  ...guessing,
]
