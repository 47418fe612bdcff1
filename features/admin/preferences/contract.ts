import * as z from 'zod/mini'
import { endpoint, nothing } from '#contract/endpoint.ts'
import { freeText, idParams, requiredText } from '#contract/fields.ts'
import { errorCodes } from '#contract/refusal.ts'
import { named, namedObject } from '#contract/named.ts'

const access = 'admin'
const { notFound } = errorCodes
const stepUp = { none: 'own preferences and views' } as const

const preferences = namedObject('Preferences', {
  density: named('Density', z.enum(['comfortable', 'compact'])),
  /** True if single-letter shortcuts work in lists (WCAG 2.1.4). */
  letterKeys: z.boolean(),
})

export type Preferences = z.output<typeof preferences>

export const defaultPreferences: Preferences = { density: 'comfortable', letterKeys: true }

export const getPreferences = endpoint('GET /admin/me/preferences', {
  access,
  summary: 'Returns the list preferences of the calling admin',
  reply: preferences,
})

export const savePreferences = endpoint('PUT /admin/me/preferences', {
  access,
  stepUp,
  summary: 'Saves the list preferences of the calling admin',
  body: preferences,
  reply: preferences,
})

/** Maximum number of saved views per admin. */
export const maxViews = 20

/** Names and values of filters; the page reports filters that no longer exist. */
const query = z
  .record(z.string().check(z.regex(/^[A-Za-z]{1,40}$/)), freeText(400))
  .check(z.refine((all) => Object.keys(all).length <= 20, 'tooMany'))

const viewBody = {
  list: z.string().check(z.regex(/^[a-z][a-z-]{0,39}$/)),
  name: requiredText(40),
  query,
}

const view = namedObject('View', { id: z.uuid(), list: z.string(), name: z.string(), query })
export type View = z.output<typeof view>

export const listViews = endpoint('GET /admin/me/views', {
  access,
  summary: 'Lists the saved views of the calling admin, in the order of creation',
  reply: z.array(view),
})

export const addView = endpoint('POST /admin/me/views', {
  access,
  stepUp,
  summary: 'Saves filters, search and sort of a list under a name; at most 20 for an admin',
  body: namedObject('NewView', viewBody),
  reply: view,
  status: 201,
})

export const removeView = endpoint('POST /admin/me/views/{id}/remove', {
  access,
  stepUp,
  params: idParams,
  summary: 'Removes a saved view of the calling admin',
  body: nothing,
  reply: nothing,
  refusals: { notFound },
})
