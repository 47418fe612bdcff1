import { useId, useMemo, useState } from 'react'
import { localeNames, locales } from '#contract/locale.ts'
import { secondFactorFilters, userStatuses } from '#contract/user-list.ts'
import { useMessages } from '../locale.ts'
import type { ListFilter, ListView } from './list-filters.tsx'
import styles from './user-filters.module.css'
import { userListMessages } from './texts/messages.ts'
import type { ListViews } from './view-tabs.tsx'

/** Returns the filters of a list of users, with `second` after the status. */
export function useUserFilters(
  platforms: readonly { id: string; name: string }[],
  second: readonly ListFilter[] = [],
): ListFilter[] {
  const t = useMessages(userListMessages)
  return [
    {
      kind: 'several',
      name: 'status',
      title: t.state,
      options: userStatuses.map((value) => ({ value, text: t[`status_${value}`] })),
    },
    ...second,
    {
      kind: 'one',
      name: 'platform',
      title: t.platforms,
      options: platforms.map(({ id, name }) => ({ value: id, text: name })),
    },
    {
      kind: 'one',
      name: 'secondFactor',
      title: t.secondFactor,
      options: secondFactorFilters.map((value) => ({ value, text: t[`factor_${value}`] })),
    },
    { kind: 'day', name: 'lastLoginBefore', title: t.lastLoginBefore, text: ({ day }) => day },
    {
      kind: 'one',
      name: 'language',
      title: t.language,
      options: locales.map((value) => ({ value, text: localeNames[value] })),
    },
  ]
}

const dayMs = 24 * 60 * 60 * 1000

/** Returns the built-in views of a list of users. */
export function useUserViews(list: string): ListViews {
  const t = useMessages(userListMessages)
  const [since] = useState(() => new Date(Date.now() - 90 * dayMs).toISOString().slice(0, 10))
  return useMemo(() => {
    return {
      list,
      names: ['deactivated'],
      builtIn: [
        { id: 'all', name: t.view_all, query: {} },
        { id: 'never-joined', name: t.view_neverJoined, query: { status: 'invited' } },
        {
          id: 'no-login',
          name: t.view_noLogin,
          query: { status: 'active', lastLoginBefore: since, sort: '-lastLogin' },
        },
        { id: 'locked', name: t.view_locked, query: { status: 'locked' } },
      ],
    }
  }, [t, since, list])
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
