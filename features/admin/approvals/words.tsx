import { useState } from 'react'
import type { ApprovalKind } from '#contract/approval.ts'
import type { Locale } from '#contract/locale.ts'
import { formatNearInSentence } from '#contract/sentence-time.ts'
import { defaultTimeZone } from '#contract/time.ts'
import { useLocale, useMessages } from '#web/locale.ts'
import { Fact } from '#web/ui/facts.tsx'
import { statusTag } from '#web/ui/status-tag.tsx'
import type { ListedApproval } from './contract.ts'
import { kindMessages, messages } from './texts/messages.ts'
import styles from './page.module.css'

/** Texts, tags and times of requests, which the list and the page of a request share. */

export function useKindTitle(): (kind: ApprovalKind) => string {
  const t = useMessages(kindMessages)
  const { locale } = useLocale()
  return (kind) => kindTitle(kind, t, locale)
}

/** Returns the name of a kind of action with a capital first letter. */
export function kindTitle(kind: ApprovalKind, t: Record<ApprovalKind, string>, locale: Locale) {
  return capitalize(t[kind], locale)
}

/** Returns a text with a capital first letter. */
export function capitalize(text: string, locale: Locale): string {
  return text.charAt(0).toLocaleUpperCase(locale) + text.slice(1)
}

export function useNames() {
  const t = useMessages(messages)
  return {
    nameOfTarget: ({ kind, name }: ListedApproval['target']): string =>
      kind === 'many' ? t.many({ count: Number(name) }) : name || t.unknown,
    nameOfPerson: ({ kind, name }: ListedApproval['asker']): string =>
      kind === 'system' ? t.system : name || t.unknown,
  }
}

/** Returns true if the requester is the user whom the request is about. */
export function isAboutAsker({ asker, target }: Pick<ListedApproval, 'asker' | 'target'>): boolean {
  return asker.kind === 'user' && asker.id === target.id
}

/**
 * Returns a function that describes who asked: the user, an administrator of the company, an admin, a service account
 * or the system.
 */
export function useHowAsked(): (approval: Pick<ListedApproval, 'asker' | 'target'>) => string {
  const t = useMessages(messages)
  return (approval) => {
    const { kind } = approval.asker
    if (kind === 'service') return t.by_service
    if (kind !== 'user') return kind === 'admin' ? t.by_admin : t.system
    return isAboutAsker(approval) ? t.by_user : t.by_company
  }
}

type TextFactProps = { name: string; text: string | null; dir?: 'ltr' }

/** A fact with a text of its own direction; nothing for an empty text. */
export function TextFact({ name, text, dir }: TextFactProps) {
  if (!text) return null
  return (
    <Fact name={name}>
      <bdi dir={dir}>{text}</bdi>
    </Fact>
  )
}

/** States in which a request can still be decided or carried out. */
export const openStates: readonly string[] = ['asked', 'waiting', 'open']

export const StateTag = statusTag(messages, 'state', {
  asked: 'low',
  waiting: undefined,
  open: undefined,
  done: 'good',
  failed: 'bad',
  refused: 'bad',
  cancelled: 'off',
  expired: 'off',
})

/** Returns a function that formats a time relative to now, for use inside a sentence. */
export function useNear(): (time: string) => string {
  const { locale } = useLocale()
  const timeZone = defaultTimeZone()
  return (time) => formatNearInSentence(time, locale, timeZone)
}

/** Time before expiry, in milliseconds, from which an undecided request is highlighted. */
const soonMs = 24 * 60 * 60 * 1000

/** Shows the time that matters in the current state: expiry, earliest execution, or end. */
export function Clock({ approval }: { approval: ListedApproval }) {
  const t = useMessages(messages)
  const nearWithBreaks = useNear()
  // Non-breaking spaces keep the time on one line; the text around it may wrap.
  const near = (time: string) => nearWithBreaks(time).replaceAll(' ', '\u00a0')
  const [now] = useState(() => Date.now())
  const { state, expiresAt, notBefore, doneAt, decidedAt, cancelledAt = null } = approval
  const isLater = Date.parse(notBefore) > now
  if (state === 'asked') {
    const isSoon = Date.parse(expiresAt) - now < soonMs
    return (
      <>
        <span className={isSoon ? styles.soon : ''}>{t.expires({ time: near(expiresAt) })}</span>
        {isLater && <span className="second-line">{t.doableFrom({ time: near(notBefore) })}</span>}
      </>
    )
  }
  if (state === 'waiting' || state === 'open')
    return (isLater ? t.doneFrom : t.doneSince)({ time: near(notBefore) })
  if (state === 'done' && doneAt) return t.doneAt({ time: near(doneAt) })
  // A request may be approved before it is canceled.
  const endedAt = state === 'cancelled' ? cancelledAt : (doneAt ?? decidedAt)
  return endedAt === null ? '' : t.endedAt({ time: near(endedAt) })
}
