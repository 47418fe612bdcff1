import { useMessages } from '#web/locale.ts'
import { useLog, without } from './audit-search.tsx'
import { messages } from './texts/messages.ts'
import styles from './filters.module.css'
import menu from './log-menu.module.css'

/** A chip that hides or shows the admin's own searches. On a phone, it is in the menu. */
export function OwnSearches({ isOnPhone = false }: { isOnPhone?: boolean }) {
  const { search, go } = useLog()
  const t = useMessages(messages)
  const isHidden = search.own !== 'shown'
  const toggle = () => go(isHidden ? { ...search, own: 'shown' } : without(search, 'own'))
  if (isOnPhone) {
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
