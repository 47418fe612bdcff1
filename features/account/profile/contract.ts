import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint.ts'
import { timezone } from '#contract/fields.ts'
import { me } from '#contract/me.ts'
import { profileFields } from '#contract/profile-fields.ts'
import { themes } from '#contract/theme.ts'

export const saveProfile = endpoint('PUT /users/me', {
  access: 'user',
  summary: 'Updates the current user’s personal details',
  body: z.object(profileFields),
  reply: me,
})

export const settleTimezone = endpoint('PUT /users/me/timezone', {
  access: 'user',
  summary: 'Sets the current user’s time zone and dismisses the suggestion to use the browser’s',
  body: z.object({ timezone }),
  reply: me,
})

export const saveTheme = endpoint('PUT /users/me/theme', {
  access: 'user',
  summary: 'Sets the color theme to light or dark. null follows the device',
  body: z.object({ theme: z.nullable(z.enum(themes)) }),
  reply: me,
})
