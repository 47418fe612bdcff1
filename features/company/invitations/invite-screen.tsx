import { useMutation, useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { formatDay } from '#contract/day.ts'
import type { Reply } from '#contract/endpoint.ts'
import * as links from '#contract/links.ts'
import type { Locale } from '#contract/locale.ts'
import { call } from '#web/api.ts'
import { LinkTo } from '#web/link-to.tsx'
import { useLocale, useMessages } from '#web/locale.ts'
import { useListLink } from '#web/page-search.ts'
import { PageTitle } from '#web/page-title.tsx'
import { companyParts } from '#web/parts/company-parts.ts'
import { Button } from '#web/ui/button.tsx'
import { Group } from '#web/ui/choice-group.tsx'
import { endOfDay } from '#web/ui/days.ts'
import { delegationMessages, platformRoleMessages } from '#web/parts/texts/messages.ts'
import { Failure } from '#web/ui/failure.tsx'
import { GuestList } from '#web/parts/guest-list.tsx'
import { GuestWords } from '#web/parts/guest-status.tsx'
import { isBlank, rowOf, withBlankEnd, type Guest } from '#web/parts/guests.ts'
import { LocaleOptions } from '#web/ui/locale-options.tsx'
import { Page } from '#web/ui/page.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { invitationFields, PlatformTicks, type ChosenPlatform } from '#web/parts/platform-ticks.tsx'
import { UnsavedGuard } from '#web/ui/unsaved-guard.tsx'
import { useGuests, useSendOnce, type GuestTarget } from '#web/parts/use-guests.ts'
import { checkGuests, inviteColleagues, maxRows } from './contract.ts'
import { EndDay } from './end-day.tsx'
import { inviteMessages, messages } from './texts/messages.ts'
import styles from './panel.module.css'

/** Settings that apply to all rows of a list. `until` is the last day of access; empty if the access does not end. */
type Terms = { platforms: readonly ChosenPlatform[]; language: Locale; until: string }

/** A panel that invites users to the company from a pasted list. */
export function InviteColleaguesPanel() {
  const t = useMessages(inviteMessages)
  const { unknownRole } = useMessages(platformRoleMessages)
  const texts = { unknownRole, ...useMessages(delegationMessages), ...t }
  const listLink = useListLink(links.companyInvitations)
  const back = <LinkTo to={listLink}>{useMessages(messages).back}</LinkTo>
  const { terms, setTerms, list, sentCount, isAttempted, sending, ...inviting } = useInviting()
  return (
    <Page back={back}>
      <PageTitle>{t.title}</PageTitle>
      {sentCount === undefined ? (
        <>
          <TermsPanel {...{ terms, setTerms }} seats={inviting.seats} />
          <GuestWords value={texts}>
            <GuestList
              {...{ list, isAttempted }}
              errorTexts={texts}
              language={terms.language}
              isSending={sending.isPending}
              isRetry={inviting.isRetry}
              error={sending.error}
              onSend={inviting.send}
            />
          </GuestWords>
        </>
      ) : (
        <SentPanel
          count={sentCount}
          rest={list.guests.filter((guest) => !isBlank(guest)).length}
          onMore={inviting.showList}
          back={back}
        />
      )}
      <UnsavedGuard isDirty={inviting.isDirty} text={t.leaveText} />
    </Page>
  )
}

type Seats = Reply<typeof checkGuests>['seats']

function useInviting() {
  const { locale } = useLocale()
  const [terms, setTerms] = useState<Terms>({ platforms: [], language: locale, until: '' })
  const [seats, setSeats] = useState<Seats>()
  const list = useGuests(targetOf(terms, setSeats))
  const { guests, setGuests, rowsToSend, faults } = list
  const [sentCount, setSentCount] = useState<number>()
  const [isAttempted, setAttempted] = useState(false)
  const { send: sendList, isUnanswered } = useSendOnce({
    bodyOf: (rows) => bodyOf(terms, rows),
    post: (key, body) => call(inviteColleagues, { headers: { 'idempotency-key': key }, body }),
    onWrong: list.remember,
  })
  const sending = useMutation({
    mutationFn: sendList,
    onSuccess: (result) => {
      const sentKeys = new Set(result.guests.map(({ key }) => key))
      setGuests(withBlankEnd(guests.filter(({ key }) => !sentKeys.has(key))))
      setAttempted(false)
      setSentCount(result.guests.length)
    },
  })

  /**
   * Sends the rows, with `leavesOutWrong` only the valid ones, and returns true. If there is no row or one is invalid,
   * returns false and sends nothing, except to repeat a list that got no response: its rows may already be invited.
   */
  function send({ leavesOutWrong = false } = {}): boolean {
    setAttempted(true)
    const rows = leavesOutWrong ? rowsToSend.filter(({ key }) => !faults.has(key)) : rowsToSend
    const areValid = rows.length > 0 && rows.every(({ key }) => !faults.has(key))
    const isSent = areValid || isUnanswered(rows)
    if (isSent) sending.mutate(rows)
    return isSent
  }

  return {
    isRetry: sending.isError && isUnanswered(rowsToSend),
    terms,
    setTerms,
    seats,
    list,
    sentCount,
    isAttempted,
    sending,
    send,
    showList: () => setSentCount(undefined),
    isDirty: guests.some((guest) => !isBlank(guest)),
  }
}

function targetOf({ platforms, language }: Terms, onSeats: (seats: Seats) => void): GuestTarget {
  const invited = invitationFields(platforms)
  return {
    key: 'company-invitations',
    maxRows,
    cacheKey: JSON.stringify(invited),
    language,
    check: async (rows, signal) => {
      const body = { ...invited, rows }
      const checked = await call(checkGuests, { body }, { signal })
      onSeats(checked.seats)
      return checked.rows
    },
  }
}

function bodyOf({ platforms, language, until }: Terms, guests: readonly Guest[]) {
  return {
    users: guests.map((guest) => rowOf(guest, language)),
    ...invitationFields(platforms),
    expiresAt: endOfDay(until),
  }
}

type TermsProps = {
  terms: Terms
  setTerms: (terms: Terms) => void
  /** Undefined until the first check of a row. */
  seats: Seats | undefined
}

/** Platforms, end of access and language for all rows, with their effect for the users. */
function TermsPanel({ terms, setTerms, seats }: TermsProps) {
  const { findPlatforms } = companyParts()
  const t = useMessages(inviteMessages)
  const platforms = useQuery({
    queryKey: ['company-platforms'],
    queryFn: ({ signal }) => findPlatforms(signal),
  })
  const { data = [], error, refetch } = platforms
  const freeSeats = seats && seats.of !== null ? Math.max(0, seats.of - seats.used) : undefined
  return (
    <Panel title={t.forAll}>
      <div className={`stack-5 ${styles.terms}`}>
        <Group legend={t.platforms}>
          {error && (
            <Failure text={t.platformsFailed} error={error} onRetry={() => void refetch()} />
          )}
          {platforms.isSuccess && data.length === 0 && <p className="soft">{t.noneToGive}</p>}
          <PlatformTicks
            offered={data}
            chosen={terms.platforms}
            onChoose={(selected) => setTerms({ ...terms, platforms: selected })}
          />
        </Group>
        <EndDay day={terms.until} onChange={(until) => setTerms({ ...terms, until })} />
        <label>
          {t.language}
          <select
            value={terms.language}
            onChange={({ target }) => setTerms({ ...terms, language: target.value as Locale })}
          >
            <LocaleOptions />
          </select>
        </label>
      </div>
      <Ability terms={terms} platforms={data} />
      {freeSeats !== undefined && <p className="soft">{t.seats({ count: freeSeats })}</p>}
    </Panel>
  )
}

type AbilityProps = { terms: Terms; platforms: readonly { id: string; name: string }[] }

/** A sentence that names the platforms which the invited users will be able to open. */
function Ability({ terms, platforms }: AbilityProps) {
  const t = useMessages(inviteMessages)
  const { locale } = useLocale()
  const { subsystems } = invitationFields(terms.platforms)
  const names = platforms.filter(({ id }) => subsystems.includes(id)).map(({ name }) => name)
  const text = terms.until === '' ? t.can : t.canUntil
  return (
    <p role="status">
      {names.length === 0
        ? t.canNothing
        : text({ platforms: names, day: formatDay(terms.until, locale) })}
    </p>
  )
}

type SentProps = {
  count: number
  /** Number of filled rows that remain to be sent. */
  rest: number
  onMore: () => void
  back: ReactNode
}

function SentPanel({ count, rest, onMore, back }: SentProps) {
  const t = useMessages(inviteMessages)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <Panel title={t.sentTitle({ count })} intro={t.sentHint} headingRef={heading}>
      <div className="button-row">
        <span className="tall-links">{back}</span>
        <Button variant={rest > 0 ? 'primary' : 'secondary'} onClick={onMore}>
          {rest > 0 ? t.sendRest({ count: rest }) : t.inviteMore}
        </Button>
      </div>
    </Panel>
  )
}
