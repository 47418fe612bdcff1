import * as z from 'zod/mini'
import { endpoint, nothing } from '#contract/endpoint.ts'
import { freeText, idParams, requiredText, uuid } from '#contract/fields.ts'
import { errorCodes } from '#contract/refusal.ts'
import { named, namedObject } from '#contract/named.ts'

const access = 'admin'
const { notFound } = errorCodes
const stepUp = { none: 'own preferences and views' } as const

const density = named('Density', z.enum(['comfortable', 'compact']))

const preferences = namedObject('Preferences', {
  density,
  /** True if single-letter shortcuts work in lists (WCAG 2.1.4). */
  letterKeys: z.boolean(),
})

export type Preferences = z.output<typeof preferences>

export const defaultPreferences: Preferences = { density: 'comfortable', letterKeys: true }

export const getPreferences = endpoint('GET /admin/me/preferences', {
  access,
  summary: 'Returns the current admin’s list preferences',
  reply: preferences,
})

export const savePreferences = endpoint('PUT /admin/me/preferences', {
  access,
  stepUp,
  summary: 'Updates the given list preferences of the current admin; the others stay',
  body: namedObject('ChangedPreferences', {
    density: z.optional(density),
    letterKeys: z.optional(z.boolean()),
  }),
  reply: preferences,
})

/** Maximum number of saved views per admin, of all lists together. */
export const maxViews = 20

/** Filters, search and sort order, by parameter of the page, which reports parameters that no longer exist. */
const query = z
  .record(z.string().check(z.regex(/^[A-Za-z]{1,40}$/)), freeText(400))
  .check(z.refine((all) => Object.keys(all).length <= 20, 'tooMany'))

const viewBody = {
  /** The last part of the path of the list’s page. */
  list: z.string().check(z.regex(/^[a-z][a-z-]{0,39}$/)),
  name: requiredText(40),
  query,
}

const view = namedObject('View', { id: uuid, list: z.string(), name: z.string(), query })
export type View = z.output<typeof view>

export const listViews = endpoint('GET /admin/me/views', {
  access,
  summary: 'Lists the current admin’s saved views, in order of creation',
  reply: z.array(view),
})

export const addView = endpoint('POST /admin/me/views', {
  access,
  stepUp,
  summary:
    'Saves the filters, search and sort order of a list as a view. Each admin can have up to 20',
  body: namedObject('NewView', viewBody),
  reply: view,
  status: 201,
})

export const removeView = endpoint('POST /admin/me/views/{id}/remove', {
  access,
  stepUp,
  params: idParams,
  summary: 'Removes one of the current admin’s saved views',
  body: nothing,
  reply: nothing,
  refusals: { notFound },
})
