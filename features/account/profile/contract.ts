import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint.ts'
import { timezone } from '#contract/fields.ts'
import { me } from '#contract/me.ts'
import { profileFields } from '#contract/profile-fields.ts'
import { themes } from '#contract/theme.ts'

export const saveProfile = endpoint('PUT /users/me', {
  access: 'user',
  summary: 'Saves the personal details of the logged-in user',
  body: z.object(profileFields),
  reply: me,
})

export const settleTimezone = endpoint('PUT /users/me/timezone', {
  access: 'user',
  summary: 'Sets the time zone, and ends the offer of the browser’s time zone',
  body: z.object({ timezone }),
  reply: me,
})

export const saveTheme = endpoint('PUT /users/me/theme', {
  access: 'user',
  summary: 'Sets light or dark colors; null follows the device',
  body: z.object({ theme: z.nullable(z.enum(themes)) }),
  reply: me,
})
