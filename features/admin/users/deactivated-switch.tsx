import { useId } from 'react'
import { useMessages } from '#web/locale.ts'
import type { ListView } from '#web/ui/list-filters.tsx'
import { messages } from './messages.ts'
import styles from './page.module.css'

/** A list without a status has the deactivated users only on request. */
export function DeactivatedSwitch({ view: { search, onSearch } }: { view: ListView }) {
  const t = useMessages(messages)
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
