import * as z from 'zod/mini'
import { time, uuid } from './fields.ts'
import { platformAccessStates } from './me.ts'
import { platformRole } from './platform-role.ts'
import { userStatuses } from './user-list.ts'
import { named, namedObject } from './named.ts'

/** A user in a list, without the data that only the provider's admins see. */
export const listedUser = z.object({
  id: uuid,
  firstname: z.string(),
  lastname: z.string(),
  email: z.string(),
  active: z.boolean(),
  onboarded: z.boolean(),
  subsystems: z.array(
    namedObject('PlatformOfUser', {
      id: z.string(),
      name: z.string(),
      state: z.enum(platformAccessStates),
      /** The user's roles on the platform; empty if the platform defines none. */
      roles: z.array(platformRole),
    }),
  ),
  lastLogin: z.nullable(time),
  status: z.enum(userStatuses),
  /** The kinds of second factors that the user can log in with. */
  secondFactors: z.array(named('SecondFactorKind', z.enum(['authenticator', 'passkey']))),
})

export type ListedUser = z.output<typeof listedUser>
