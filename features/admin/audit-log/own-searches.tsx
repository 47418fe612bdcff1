import { useMessages } from '#web/locale.ts'
import { useLog, without } from './audit-search.tsx'
import { messages } from './texts/messages.ts'
import styles from './filters.module.css'
import menu from './log-menu.module.css'

/** Hides or shows the admin's own searches: a chip or, with `isInMenu`, an option that is visible only on phones. */
export function OwnSearches({ isInMenu = false }: { isInMenu?: boolean }) {
  const { search, go } = useLog()
  const t = useMessages(messages)
  const isHidden = search.own !== 'shown'
  const toggle = () => go(isHidden ? { ...search, own: 'shown' } : without(search, 'own'))
  if (isInMenu) {
    return (
      <label className={`option ${menu.onPhone}`}>
        <input type="checkbox" checked={isHidden} onChange={toggle} />
        {t.ownSearchesHidden}
      </label>
    )
  }
  return (
    <button type="button" className={styles.own} aria-pressed={isHidden} onClick={toggle}>
      {t.ownSearchesHidden}
    </button>
  )
}
