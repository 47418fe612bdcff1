import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint.ts'
import { freeText, locale, phone, requiredText, timezone } from '#contract/fields.ts'
import { me } from '#contract/me.ts'

export const saveProfile = endpoint('PUT /users/me', {
  access: 'user',
  summary: 'Saves the personal details of the logged-in user',
  body: z.object({
    firstname: requiredText(100),
    lastname: requiredText(100),
    jobTitle: freeText(100),
    timezone,
    preferredLanguage: locale,
    phone,
    referralCode: freeText(64),
  }),
  reply: me,
})
