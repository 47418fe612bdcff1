import { randomUUID } from 'node:crypto'
import type { Body } from '#contract/endpoint.ts'
import { isId } from '#contract/fields.ts'
import { commonErrors, invalidField, Refusal } from '#contract/refusal.ts'
import { affects, row, rows, run, scalar, transaction, type Db } from '#server/db.ts'
import {
  defaultPreferences,
  maxViews,
  type Preferences,
  type savePreferences as savePreferencesEndpoint,
  type View,
} from './contract.ts'

export async function findPreferences(db: Db, adminId: string): Promise<Preferences> {
  const stored = await scalar<Partial<Preferences>>(db)`
    select preferences from admin_preferences where admin_id = ${adminId}`
  return { ...defaultPreferences, ...stored }
}

/** Stores the given preferences and returns all. */
export async function savePreferences(
  db: Db,
  adminId: string,
  changes: Body<typeof savePreferencesEndpoint>,
): Promise<Preferences> {
  const stored = await scalar<Partial<Preferences>>(db)`
    insert into admin_preferences as p (admin_id, preferences)
    values (${adminId}, ${JSON.stringify(changes)})
    on conflict (admin_id) do update
    set preferences = p.preferences || excluded.preferences, version = p.version + 1
    returning preferences`
  return { ...defaultPreferences, ...stored }
}

export function listViewsOf(db: Db, adminId: string): Promise<View[]> {
  return rows<View>(db)`
    select id, list, name, query from saved_views where admin_id = ${adminId} order by position, id`
}

/**
 * Adds a view. Locks the admin's row, so that concurrent calls cannot exceed the limit. Throws 400001 beyond the limit,
 * and for a name in use.
 */
export async function addViewOf(db: Db, adminId: string, view: Omit<View, 'id'>): Promise<View> {
  return transaction(db, async (tx) => {
    await run(tx)`select from admins where id = ${adminId} for no key update`
    const views = await row<{ count: number; last: number | null }>(tx)`
      select count(*), max(position) as last from saved_views where admin_id = ${adminId}`
    if ((views?.count ?? 0) >= maxViews) throw invalidField('name', 'tooManyViews')
    const newView = await row<View>(tx)`
      insert into saved_views (id, admin_id, list, name, query, position)
      values (${randomUUID()}, ${adminId}, ${view.list}, ${view.name}, ${JSON.stringify(view.query)},
              ${(views?.last ?? 0) + 1})
      on conflict (admin_id, list, name) do nothing
      returning id, list, name, query`
    if (!newView) throw invalidField('name', 'nameTaken')
    return newView
  })
}

export async function removeViewOf(db: Db, adminId: string, id: string): Promise<void> {
  const isRemoved =
    isId(id) &&
    (await affects(db)`delete from saved_views where id = ${id} and admin_id = ${adminId}`)
  if (!isRemoved) throw new Refusal(commonErrors.notFound)
}
