import { useId, useState } from 'react'
import { localeNames } from '#contract/locale.ts'
import type { UserListQuery } from '#contract/user-list.ts'
import { useMessages } from '../locale.ts'
import type { ListFilters } from '../ui/enum-filters.ts'
import type { ListFilter, ListView } from '../ui/list-filters.tsx'
import styles from './user-filters.module.css'
import { userListMessages } from './texts/messages.ts'
import type { ListViews } from '../ui/view-tabs.tsx'

/** Returns the filters of a list of users, with `furtherFilters` after the status. */
export function useUserFilters(
  platforms: readonly { id: string; name: string }[],
  furtherFilters: readonly ListFilter[] = [],
): ListFilters<UserListQuery, typeof userListMessages> {
  const t = useMessages(userListMessages)
  return [
    { name: 'status', title: 'state' },
    ...furtherFilters,
    {
      kind: 'one',
      name: 'platform',
      title: t.platforms,
      options: platforms.map(({ id, name }) => ({ value: id, text: name })),
    },
    { name: 'secondFactor', label: (value, texts) => texts[`factor_${value}`] },
    { kind: 'day', name: 'lastLoginBefore', title: t.lastLoginBefore, text: ({ day }) => day },
    { name: 'language', label: (value) => localeNames[value] },
  ]
}

const dayMs = 24 * 60 * 60 * 1000

/** Returns the built-in views of a list of users. */
export function useUserViews(): ListViews<typeof userListMessages> {
  const [since] = useState(() => new Date(Date.now() - 90 * dayMs).toISOString().slice(0, 10))
  return {
    view_all: {},
    view_neverJoined: { status: 'invited' },
    view_noLogin: { status: 'active', lastLoginBefore: since, sort: '-lastLogin' },
    view_locked: { status: 'locked' },
  }
}

/** A switch that includes deactivated users. Hidden while a status filter is active, because the filter decides. */
export function DeactivatedSwitch({ view: { search, onSearch } }: { view: ListView }) {
  const t = useMessages(userListMessages)
  const id = useId()
  if (search['status'] !== undefined) return null
  return (
    <label className={styles.toggle} htmlFor={id}>
      <input
        id={id}
        type="checkbox"
        role="switch"
        checked={search['deactivated'] === 'shown'}
        onChange={({ target }) =>
          onSearch({ ...search, deactivated: target.checked ? 'shown' : '' })
        }
      />
      {t.showDeactivated}
    </label>
  )
}
