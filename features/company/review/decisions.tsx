import { useEffect, useRef } from 'react'
import { nameOf } from '#contract/full-name.ts'
import { nameOfRole } from '#contract/platform-role.ts'
import { formatList } from '#contract/text.ts'
import { useColon, useLocale, useMessages } from '#web/locale.ts'
import { Button } from '#web/ui/button.tsx'
import { LineIcon } from '#web/ui/line-icon.tsx'
import type { ReviewedAccess, ReviewedUser } from './contract.ts'
import { messages } from './texts/messages.ts'
import styles from './page.module.css'
import type { Decisions, Item } from './use-decisions.tsx'

type Props = { row: ReviewedUser; decisions: Decisions }

/** The account and the platforms of a user. A press on a chip removes the access, and a second one undoes that. */
export function AccessChips({ row, decisions }: Props) {
  return (
    <span className={styles.chips}>
      {row.items.map((item) => (
        <AccessChip key={item.id} {...{ row, item, decisions }} />
      ))}
    </span>
  )
}

function AccessChip({ row, item, decisions }: Props & { item: ReviewedAccess }) {
  const t = useMessages(messages)
  const colon = useColon()
  const mark = decisions.marks.get(item.id)
  const { platform, state } = item
  const text = platform?.name ?? t.account
  const decision = mark?.decision ?? item.decision
  const isFinal = decision === 'remove' && mark?.isWaiting !== true
  const label = decision === 'keep' ? t.decided_keep : t.decided_remove
  if (isFinal || !item.mayDecide) {
    return (
      <span className={styles.chip} data-decision={decision ?? state}>
        <ChipText text={text} item={item} />
        <span className="visually-hidden">
          {colon}
          {decision === null
            ? state !== 'pending' && state !== 'decided' && t[`state_${state}`]
            : label}
        </span>
      </span>
    )
  }
  const isRemoved = decision === 'remove'
  return (
    <button
      type="button"
      className={styles.chip}
      data-decision={decision}
      title={(platform ? t.removePlatformEffect : t.removeAccountEffect)({
        name: nameOf(row.user),
      })}
      aria-pressed={isRemoved}
      aria-label={`${platform ? t.removeAccess({ access: text }) : t.deactivate}${colon}${nameOf(row.user)}`}
      onClick={() =>
        isRemoved ? decisions.undo([item.id]) : decisions.decide([itemOf(row, item)], 'remove')
      }
    >
      <ChipText text={text} item={item} />
      <LineIcon
        box={16}
        path={isRemoved ? 'M6 3.5 3 6.5l3 3M3 6.5h6.5a3 3 0 0 1 0 6H6' : 'M5 5l6 6M11 5l-6 6'}
      />
    </button>
  )
}

function ChipText({ text, item }: { text: string; item: ReviewedAccess }) {
  const { locale } = useLocale()
  const roles = item.platformRoles.map((role) => nameOfRole(role, locale))
  return (
    <>
      <bdi>{text}</bdi>
      {roles.length > 0 && <small>{formatList(roles, locale)}</small>}
    </>
  )
}

const itemOf = ({ id: userId }: ReviewedUser, { id, platform }: ReviewedAccess): Item => ({
  id,
  platform,
  userId,
})

/** The button that keeps what is undecided, or undoes the decisions that are waiting; then who decided. */
export function UserDecision({ row, decisions }: Props) {
  const t = useMessages(messages)
  const colon = useColon()
  const { marks } = decisions
  const { items, user } = row
  const marked = items.filter(({ id }) => marks.has(id))
  const waiting = marked.filter(({ id }) => marks.get(id)?.isWaiting)
  const isAccountRemoved = items.some(
    ({ id, platform }) => platform === null && marks.get(id)?.decision === 'remove',
  )
  const open = isAccountRemoved
    ? []
    : items.filter(({ id, state, mayDecide }) => state === 'pending' && mayDecide && !marks.has(id))
  const isPartly = items.some(({ id, decision }) => decision !== null || marks.has(id))
  const action =
    open.length > 0
      ? {
          text: isPartly ? t.keepRest : t.keepAll,
          run: () =>
            decisions.decide(
              open.map((item) => itemOf(row, item)),
              'keep',
            ),
        }
      : waiting.length > 0 && {
          text: t.undo,
          run: () => decisions.undo(waiting.map(({ id }) => id)),
        }
  const place = useKeptFocus(action !== false)
  return (
    <span ref={place} tabIndex={-1} className={styles.decision}>
      <span role="status">
        <DecisionText {...{ row, decisions, isAccountRemoved, isOpen: open.length > 0 }} />
      </span>
      {action && (
        <Button isInRow aria-label={action.text + colon + nameOf(user)} onClick={action.run}>
          {action.text}
        </Button>
      )}
    </span>
  )
}

type TextProps = Props & { isAccountRemoved: boolean; isOpen: boolean }

function DecisionText({ row, decisions: { marks }, isAccountRemoved, isOpen }: TextProps) {
  const t = useMessages(messages)
  const { items, user } = row
  const isRemoving = items.some(({ id }) => {
    const mark = marks.get(id)
    return mark?.isWaiting === true && mark.decision === 'remove'
  })
  if (isRemoving) {
    const effect = isAccountRemoved ? t.removeAccountEffect : t.removePlatformEffect
    return (
      <>
        <span className="tag" data-kind="bad">
          {isAccountRemoved ? t.deactivated : t.decided_remove}
        </span>
        <span className="visually-hidden"> {effect({ name: nameOf(user) })}</span>
      </>
    )
  }
  if (isOpen) return null
  const decided = items.map(({ id, decision }) => marks.get(id)?.decision ?? decision)
  if (decided.every((each) => each === null)) {
    const state = items.some((item) => item.state === 'provider') ? 'provider' : 'gone'
    return <span className="soft">{t[`state_${state}`]}</span>
  }
  const by = items.find(({ decidedBy }) => decidedBy !== '')?.decidedBy
  const areKept = decided.every((each) => each !== 'remove')
  return (
    <>
      <span className="tag" data-kind={areKept ? 'good' : 'off'}>
        {areKept ? t.decided_keep : t.reviewed}
      </span>{' '}
      {by !== undefined && <span className="soft">{t.by({ name: by })}</span>}
    </>
  )
}

/** Returns the ref of an element that takes the focus of the button in it, once that is gone. */
function useKeptFocus(hasButton: boolean) {
  const place = useRef<HTMLSpanElement>(null)
  const hadFocus = useRef(false)
  useEffect(() => {
    if (!hasButton && hadFocus.current && document.activeElement === document.body)
      place.current?.focus()
    const element = place.current
    const note = () => (hadFocus.current = element?.contains(document.activeElement) ?? false)
    document.addEventListener('focusin', note)
    return () => document.removeEventListener('focusin', note)
  }, [hasButton])
  return place
}
