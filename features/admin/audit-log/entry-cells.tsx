import type { ReactNode } from 'react'
import type { Action } from '#contract/audit-action.ts'
import type { AuditEntry } from '#contract/audit-entry.ts'
import type { MessagesOf } from '#contract/locale.ts'
import { useMessages } from '#web/locale.ts'
import { auditTitleMessages } from '#web/parts/texts/messages.ts'
import { useLog, without, type AuditSearch } from './audit-search.tsx'
import { messages } from './texts/messages.ts'
import styles from './page.module.css'

export type Entry = AuditEntry

/** Returns a function that translates the name of an action. Actions unknown to this page keep their recorded name. */
export function useActionName(): (action: string) => string {
  const titles: Readonly<Record<Action, string>> = useMessages(auditTitleMessages)
  return (action) => titles[action as Action] ?? action.replaceAll('_', ' ')
}

type PivotProps = { to: AuditSearch; value: string; children?: ReactNode }

/** A value that adds itself to the current filters when pressed. */
export function Pivot({ to, value, children = <bdi dir="ltr">{value}</bdi> }: PivotProps) {
  const { search, go } = useLog()
  const t = useMessages(messages)
  if (value === '') return <span className="soft">{t.nothing}</span>
  const label = t.onlyThis({ value })
  return (
    <button
      type="button"
      className={styles.pivot}
      title={label}
      aria-label={label}
      onClick={() => go({ ...without(search, 'cursor', 'entry'), ...to })}
    >
      {children}
    </button>
  )
}

/** Returns the display name of a platform. The portal's own areas are translated; a deleted platform shows its id. */
export function platformName(
  id: string,
  name: string | undefined,
  t: MessagesOf<typeof messages>,
): string {
  if (id === 'company') return t.companyArea
  return id === 'portal' || id === 'admin' ? t[id] : (name ?? id)
}
